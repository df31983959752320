import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { licences } from "./licences";

const TOKENS = fileURLToPath(new URL("../src/semafor/picture/tokens.json", import.meta.url));

interface Tokens {
  themes: { paper: Record<string, string>; night: Record<string, string> };
  cards: Record<string, { fill: string; night: string; mark: string }>;
  players: { fill: string; night: string; mark: string; night_mark: string }[];
  wheel: string[];
  outline: string;
}

/** The look that Python and the browser share, as CSS variables: `import "virtual:tokens.css"`. */
function tokens(): Plugin {
  const name = "virtual:tokens.css";
  return {
    name: "semafor-tokens",
    resolveId: (id) => (id === name ? "\0" + name : undefined),
    load(id) {
      if (id !== "\0" + name) return undefined;
      this.addWatchFile(TOKENS);
      return tokensCss(JSON.parse(readFileSync(TOKENS, "utf8")) as Tokens);
    },
  };
}

function variables(found: [string, string][]): string {
  return found.map(([name, value]) => `--${name.replaceAll("_", "-")}:${value};`).join("");
}

function tokensCss(all: Tokens): string {
  const cards = Object.entries(all.cards);
  const shared: [string, string][] = [
    ["outline", all.outline],
    ...cards.map(([name, card]): [string, string] => [`mark-${name}`, card.mark]),
    ...all.wheel.map((colour, n): [string, string] => [`wheel-${n}`, colour]),
  ];
  const players = (fill: "fill" | "night", mark: "mark" | "night_mark") =>
    all.players.flatMap((player, n): [string, string][] => [
      [`player-${n}`, player[fill]],
      [`player-mark-${n}`, player[mark]],
    ]);
  const day = cards.map(([name, card]): [string, string] => [`card-${name}`, card.fill]);
  const night = cards.map(([name, card]): [string, string] => [`card-${name}`, card.night]);
  return (
    `:root{${variables([...shared, ...day, ...players("fill", "mark"), ...Object.entries(all.themes.paper)])}}` +
    `:root[data-theme="night"]{${variables([...night, ...players("night", "night_mark"), ...Object.entries(all.themes.night)])}}`
  );
}

const WORKER = fileURLToPath(new URL("src/club/worker.ts", import.meta.url));

/** The service worker as `/sw.js`, with the list of files that it keeps: it changes whenever one of them does. */
function worker(): Plugin {
  return {
    name: "semafor-worker",
    apply: "build",
    buildStart() {
      this.emitFile({ type: "chunk", id: WORKER, fileName: "sw.js" });
    },
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name) && name !== "sw.js");
      const made = bundle["sw.js"];
      if (made?.type === "chunk") made.code = made.code.replaceAll("__FILES__", files.sort().map((name) => `/${name}`).join(" "));
    },
  };
}

export default defineConfig({
  plugins: [tokens(), svelte(), worker(), licences()],
  // The server and the wheel take the client from here.
  build: {
    outDir: "../src/semafor/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // The strict policy of the server allows no inline script.
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": { target: "http://127.0.0.1:8765", ws: true } },
  },
});
