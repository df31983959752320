/** The server's drawings of a board: on the fixed map, and in its final layout. */
import type { BoardLayers, DegreeGrid, LookAtSketch, Region, SketchPage } from "../protocol";
import { toSheet, type Degrees } from "./grid";
import type { State } from "./draft";
import type { Sketch } from "./sketch";
import type { Spot } from "./suggest";

/** A drawing, its sketch, and the land under it. */
export interface Drawn {
  sketch: Sketch;
  region: Region;
  page: SketchPage;
  grid: DegreeGrid;
  ground: string;
  /** Seas, compass and cartouche; only the final layout has them. */
  lettering: BoardLayers["lettering"] | null;
  /** The positions of its places, by latitude and longitude. */
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

/** The position of a place: as drawn, or by the degree grid. */
export function spotOn(drawn: Drawn, at: Degrees): Spot {
  return drawn.spots.get(key(at)) ?? toSheet(drawn.grid, at);
}

export class Drawings {
  shown = $state.raw<Drawn | null>(null);
  /** The latest final layout. */
  private table: Drawn | null = null;
  private ground = "";
  private groundOf = "";
  private groundGrid = "";

  /** The final layout around which this board is drawn; none in another region, or with the Place tool. */
  around(state: State, placing: boolean): Drawn | null {
    return !placing && this.table?.region === state.region ? this.table : null;
  }

  isFinished(state: State): boolean {
    return this.table?.sketch === state.sketch && this.table.region === state.region;
  }

  /** What to request from the server. */
  wish(state: State, around: Drawn | null): Pick<LookAtSketch, "ground" | "laid"> {
    if (!around) return { ground: this.groundOf !== JSON.stringify(state.region) };
    const spots = Object.fromEntries(state.sketch.places.map((place) => [place.id, spotOn(around, place)]));
    return { ground: false, laid: { frame: around.page.geometry.frame, spots } };
  }

  /** Accept a drawing; returns whether its land is known, which is sent once per region. */
  take(state: State, page: SketchPage, around: Drawn | null): boolean {
    if (around && !page.grid) {
      // The final layout of the same board is better.
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

  /** Accept a final layout. */
  finish(state: State, page: SketchPage, placing: boolean): void {
    const { ground, lettering } = page.layers;
    this.table = { ...state, page, grid: page.grid!, ground, lettering, spots: spotsOf(state.sketch, page) };
    if (!placing) this.shown = this.table;
  }

  /** Show the drawing that a tool needs; returns false if it must be requested first. */
  turn(state: State, placing: boolean): boolean {
    const around = this.around(state, placing);
    if (around?.sketch === state.sketch) this.shown = around;
    return !this.shown || (this.shown.lettering !== null) === (around !== null);
  }
}
