import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const ROOT = fileURLToPath(new URL(".", import.meta.url));
const HEAD = join(ROOT, "licences-head.md");
const RULE = "-".repeat(80);

interface Manifest {
  name: string;
  version: string;
  license: string;
}

/** The folder of the package that a bundled module belongs to; none for our own modules. */
function packageFolder(id: string): string | undefined {
  const helper = /^\0?(vite|rolldown)\b/.exec(id)?.[1]; // code that the build tools add themselves
  if (helper) return join(ROOT, "node_modules", helper);
  return /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(id.replaceAll("\\", "/"))?.[0].replace(/^\0/, "");
}

/** Name, version, licence and licence text of a package; the build fails without a text. */
function entry(folder: string): string {
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(name));
  if (!file) throw new Error(`${about.name} is in the client but has no licence file`);
  const text = readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").split("Licenses of bundled dependencies")[0]!;
  return `${about.name} ${about.version} (${about.license})\n\n${text.replace(/\n#* *$/, "").trim()}\n`;
}

/** `/licences.txt`: the licences of map data, fonts and every package whose code is in the client. */
export function licences(): Plugin {
  return {
    name: "semafor-licences",
    apply: "build",
    generateBundle(_, bundle) {
      const ids = Object.values(bundle).flatMap((made) => (made.type === "chunk" ? made.moduleIds : made.originalFileNames.map((name) => join(ROOT, name))));
      const folders = new Set(ids.map(packageFolder).filter((folder) => folder !== undefined));
      const entries = [...folders].map(entry);
      const source = [readFileSync(HEAD, "utf8"), ...entries.sort()].join(`\n${RULE}\n\n`);
      this.emitFile({ type: "asset", fileName: "licences.txt", source });
    },
  };
}
