import { expect, test } from "vitest";
import schema from "../../../docs/protocol.schema.json";
import { LEVELS, PACES } from "./protocol";

test("levels and paces are those of the server", () => {
  const { BotLevel, CreateTable } = schema.$defs;
  expect([...LEVELS].sort()).toEqual([...BotLevel.properties.level.enum].sort());
  expect([...PACES].sort()).toEqual([...CreateTable.properties.pace.enum].sort());
});
