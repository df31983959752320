/** What the server drew of a board: on its still sheet, and as it will lie at the table. */
import type { BoardLayers, DegreeGrid, LookAtSketch, Region, SketchPage } from "../protocol";
import { toSheet, type Degrees } from "./grid";
import type { State } from "./draft";
import type { Sketch } from "./sketch";
import type { Spot } from "./suggest";

/** A drawing, of which sketch it is, and the land under it. */
export interface Drawn {
  sketch: Sketch;
  region: Region;
  page: SketchPage;
  grid: DegreeGrid;
  ground: string;
  /** Seas, compass and cartouche; only a finished board has them. */
  lettering: BoardLayers["lettering"] | null;
  /** Where its places lie, by their degrees. */
  spots: Map<string, Spot>;
}

const key = (at: Degrees) => `${at.lat} ${at.lon}`;

function spotsOf(sketch: Sketch, page: SketchPage): Map<string, Spot> {
  const places = new Map(sketch.places.map((place) => [place.id, place]));
  return new Map(page.geometry.places.flatMap(({ id, x, y }) => {
    const place = places.get(id);
    return place ? [[key(place), { x, y }] as const] : [];
  }));
}

/** Where a place lies on a drawing: where it was drawn, or by the degree grid. */
export function spotOn(drawn: Drawn, at: Degrees): Spot {
  return drawn.spots.get(key(at)) ?? toSheet(drawn.grid, at);
}

export class Drawings {
  shown = $state.raw<Drawn | null>(null);
  /** The board as it last lay at the table. */
  private table: Drawn | null = null;
  private ground = "";
  private groundOf = "";
  private groundGrid = "";

  /** The finished drawing around which this board is drawn; none on another sheet, or while places are put. */
  around(state: State, placing: boolean): Drawn | null {
    return !placing && this.table?.region === state.region ? this.table : null;
  }

  isFinished(state: State): boolean {
    return this.table?.sketch === state.sketch && this.table.region === state.region;
  }

  /** What to ask the server for. */
  wish(state: State, around: Drawn | null): Pick<LookAtSketch, "ground" | "laid"> {
    if (!around) return { ground: this.groundOf !== JSON.stringify(state.region) };
    const spots = Object.fromEntries(state.sketch.places.map((place) => [place.id, spotOn(around, place)]));
    return { ground: false, laid: { frame: around.page.geometry.frame, spots } };
  }

  /** A drawing has come; whether there is land for it, which is sent once for a sheet. */
  take(state: State, page: SketchPage, around: Drawn | null): boolean {
    if (around && !page.grid) {
      // The finished drawing of the same board is the better one.
      const { grid, ground, lettering } = around;
      if (around.sketch === state.sketch) this.shown = around;
      else this.shown = { ...state, page, grid, ground, lettering, spots: spotsOf(state.sketch, page) };
      return true;
    }
    return this.lay(state, page);
  }

  private lay(state: State, page: SketchPage): boolean {
    const grid = JSON.stringify(page.grid);
    if (page.layers.ground) [this.ground, this.groundOf, this.groundGrid] = [page.layers.ground, JSON.stringify(state.region), grid];
    if (grid !== this.groundGrid) {
      this.groundOf = "";
      return false;
    }
    this.shown = { ...state, page, grid: page.grid!, ground: this.ground, lettering: null, spots: spotsOf(state.sketch, page) };
    return true;
  }

  /** The board as it lies at the table has come. */
  finish(state: State, page: SketchPage, placing: boolean): void {
    const { ground, lettering } = page.layers;
    this.table = { ...state, page, grid: page.grid!, ground, lettering, spots: spotsOf(state.sketch, page) };
    if (!placing) this.shown = this.table;
  }

  /** Show the sort of drawing that a tool needs; false where it must be asked for first. */
  turn(state: State, placing: boolean): boolean {
    const around = this.around(state, placing);
    if (around?.sketch === state.sketch) this.shown = around;
    return !this.shown || (this.shown.lettering !== null) === (around !== null);
  }
}
