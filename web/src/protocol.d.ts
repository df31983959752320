/* Made from docs/protocol.schema.json by npm run types. */

/**
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "ClientMessage".
 */
export type ClientMessage =
  | Hello
  | PromisePart
  | TellPart
  | Decide
  | Undo
  | Chat
  | Vote
  | TakeBack
  | AskHint
  | AskProgress
  | AskRoute
  | Refresh
  | Ping;
/**
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "ServerMessage".
 */
export type ServerMessage = State | Update | Presence | Ack | Refusal | Hint | Progress | RouteCheck | Pong;

export interface SemaforSProtocol {
  [k: string]: unknown;
}
/**
 * The decision or chat line with this id is stored and was applied exactly once.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Ack".
 */
export interface Ack {
  type: "ack";
  id: string;
  version: number;
}
/**
 * POST /api/me/passkeys: the result of the browser's `credentials.create`.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "AddPasskey".
 */
export interface AddPasskey {
  credential: string;
  client_data: string;
  attestation: string;
  label?: string;
}
/**
 * Ask for a hint.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "AskHint".
 */
export interface AskHint {
  type: "hint";
  seat: number;
}
/**
 * Ask what the tickets of a seat still need.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "AskProgress".
 */
export interface AskProgress {
  type: "progress";
  seat: number;
}
/**
 * Ask what prevents a seat from claiming a route.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "AskRoute".
 */
export interface AskRoute {
  type: "route";
  seat: number;
  route: string;
}
/**
 * A tunnel attempt: the cards played, those turned up, and the number of extra cards.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Attempt".
 */
export interface Attempt {
  seat: number;
  route: string;
  payment: Payment;
  turned: string[];
  extra: number;
}
/**
 * Cards played: plain ones of one colour, and wilds; in teams, how many came from the rack.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Payment".
 */
export interface Payment {
  colour: string;
  plain: number;
  wild: number;
  rack_plain?: number;
  rack_wild?: number;
}
/**
 * POST /api/me: create an account; this browser becomes its first device.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "BecomeMyself".
 */
export interface BecomeMyself {
  name: string;
  language?: "en" | "pl";
  device?: string;
}
/**
 * What the strongest player would have done.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Better".
 */
export interface Better {
  move: string;
  cost: number;
  reasons?: Phrase[];
}
/**
 * A key of the catalogue with its details; never a finished sentence.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Phrase".
 */
export interface Phrase {
  words: string;
  details?: {};
}
/**
 * A bonus card of the Card Game.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "BigCity".
 */
export interface BigCity {
  place: string;
  points: number;
}
/**
 * A big-city bonus, and how many completed tickets of each seat name the city.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "BigCityView".
 */
export interface BigCityView {
  place: string;
  points: number;
  tickets: (number | null)[];
  leaders: number[];
}
/**
 * A complete board: map, tickets and options.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Board".
 */
export interface Board {
  board: string;
  title: Name;
  rules: string[];
  provenance: Provenance;
  options: Options;
  places: Place[];
  tickets: Ticket[];
  routes?: Route[];
  route_points?: {
    [k: string]: {
      [k: string]: number;
    };
  };
  festivals?: Festival[];
  big_cities?: BigCity[];
  sketch?: boolean;
  version?: number;
}
/**
 * A word in both languages.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Name".
 */
export interface Name {
  en: string;
  pl: string;
}
/**
 * Which data are published facts and which are our own design.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Provenance".
 */
export interface Provenance {
  places: string;
  routes: string;
  tickets: string;
  other: string;
}
/**
 * How one game of the family differs from another, besides its map.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Options".
 */
export interface Options {
  players: number[];
  pieces: {
    [k: string]: number;
  };
  cards: {
    [k: string]: number;
  };
  hand: number;
  start_tickets: StartTickets;
  draw_tickets: TicketDraw;
  ties: ("bonuses" | "express" | "longest" | "stations" | "tickets")[];
  last_round_at?: number;
  teams?: boolean;
  one_strand_with?: number[];
  ferries?: boolean;
  tunnels?: boolean;
  stations?: Stations | null;
  draft?: Draft | null;
  festivals?: boolean;
  longest_bonus?: number;
  most_tickets_bonus?: number;
  card_game?: CardGame | null;
}
/**
 * The choice of tickets before the first turn.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "StartTickets".
 */
export interface StartTickets {
  count: number;
  keep: number;
  rejected: "bottom" | "out" | "shuffle";
  long?: number;
}
/**
 * The action of drawing tickets.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "TicketDraw".
 */
export interface TicketDraw {
  count: number;
  keep: number;
}
/**
 * Stations per player, and the points for each one not built.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Stations".
 */
export interface Stations {
  count: number;
  value: number;
}
/**
 * Ticket drafts: one before the first turn and one when the draft card comes off the deck.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Draft".
 */
export interface Draft {
  count: number;
  keep: number;
  second_at: {
    /**
     * @minItems 2
     * @maxItems 2
     */
    [k: string]: never[];
  };
}
/**
 * The options of the Card Game.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "CardGame".
 */
export interface CardGame {
  wild_dealt: number;
  halves_with: number[];
  half_hand: number;
  open_track?: boolean;
  locomotives_leave?: "first" | "last";
  open_completed?: boolean;
}
/**
 * A city, or a nameless junction, with its coordinates.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Place".
 */
export interface Place {
  id: string;
  name: Name;
  lat: number;
  lon: number;
  country?: string;
  junction?: boolean;
}
/**
 * Two places to connect, and the points.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Ticket".
 */
export interface Ticket {
  a: string;
  b: string;
  points: number;
  long?: boolean;
  needs?: {
    [k: string]: number;
  };
}
/**
 * One strand between two neighbouring places.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Route".
 */
export interface Route {
  a: string;
  b: string;
  length: number;
  colour: ("black" | "blue" | "green" | "orange" | "red" | "violet" | "white" | "yellow") | "grey";
  kind?: "subway" | "train" | "tram";
  cards?: number;
  ferry?: number;
  tunnel?: number;
  always_open?: boolean;
  unsure?: string;
}
/**
 * A set of festival cards, the places they open at, and the points for 1, 2, … of them.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Festival".
 */
export interface Festival {
  id: string;
  name: Name;
  places: string[];
  cards: number;
  points: number[];
}
/**
 * A board in a list.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "BoardCard".
 */
export interface BoardCard {
  board: string;
  title: Name;
  players: number[];
  teams: boolean;
  options: Options;
  rules: string[];
  provenance: Provenance;
  places: number;
  routes: number;
  tickets: number;
}
/**
 * The same drawing as in files and notebooks, with the CSS variables of the page as colours.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "BoardLayers".
 */
export interface BoardLayers {
  definitions: string;
  ground: string;
  rails: string;
  routes: string[];
  places: {
    [k: string]: string;
  };
  lettering: {
    [k: string]: LetteringLayer;
  };
}
/**
 * The part that depends on the language.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "LetteringLayer".
 */
export interface LetteringLayer {
  ornament: string;
  labels: {
    [k: string]: string;
  };
}
/**
 * GET /api/boards/{name} and GET /api/tables/{id}/board: everything needed to draw the board.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "BoardPage".
 */
export interface BoardPage {
  board: Board;
  route_names: string[];
  ticket_names: string[];
  geometry: Geometry | null;
  layers: BoardLayers | null;
  tokens: Tokens;
}
/**
 * The positions of spaces, places and markers, in picture units from the top left corner.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Geometry".
 */
export interface Geometry {
  board: string;
  width: number;
  height: number;
  frame: Box;
  place_radius: number;
  places: PlacePoint[];
  routes: RouteShape[];
  markers: Marker[];
}
/**
 * An upright box by its top left corner.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Box".
 */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
/**
 * The position of a place.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "PlacePoint".
 */
export interface PlacePoint {
  id: string;
  x: number;
  y: number;
  junction: boolean;
}
/**
 * One strand: its line from place to place, and its spaces in order from `a` to `b`.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "RouteShape".
 */
export interface RouteShape {
  kind: "subway" | "train" | "tram";
  line: string;
  spaces: Space[];
  length: number;
  width: number;
  tunnel?: number;
  badge?: number;
  cards?: number;
  head?: number;
}
/**
 * The middle of a space and the angle of its long side, in degrees clockwise.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Space".
 */
export interface Space {
  x: number;
  y: number;
  angle: number;
  wild?: boolean;
}
/**
 * The position of the open cards of a festival.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Marker".
 */
export interface Marker {
  festival: string;
  place: string;
  x: number;
  y: number;
}
/**
 * The contents of the tokens file.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Tokens".
 */
export interface Tokens {
  note: string;
  fonts: {
    [k: string]: string;
  };
  themes: {
    [k: string]: {
      [k: string]: string;
    };
  };
  cards: {
    [k: string]: Card;
  };
  wheel: string[];
  symbols: {
    [k: string]: string;
  };
  players: Player[];
  patterns: {
    [k: string]: string;
  };
  outline: string;
}
/**
 * A card colour by day and night, its symbol, and the colour of the symbol.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Card".
 */
export interface Card {
  fill: string;
  night: string;
  mark: string;
  symbol: string;
}
/**
 * A player's colour and pattern; at night the colours are lighter, to stand out on dark land.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Player".
 */
export interface Player {
  name: Name;
  fill: string;
  night: string;
  mark: string;
  night_mark: string;
  pattern: string;
}
/**
 * The board: a built-in one with its fingerprint, or a complete board file.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "BoardRecord".
 */
export interface BoardRecord {
  name: string;
  fingerprint: string;
  file?: string | null;
}
/**
 * My results on a board with a number of players.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "BoardTally".
 */
export interface BoardTally {
  board: string;
  players: number;
  games: number;
  wins: number;
  best: number;
  worst: number;
  mean: number;
}
/**
 * GET /api/boards.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Boards".
 */
export interface Boards {
  boards: BoardCard[];
  more?: BoardCard[];
}
/**
 * A level of bots, with its name and description.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "BotLevel".
 */
export interface BotLevel {
  level: "easy" | "expert" | "hard" | "master" | "medium";
  name: Name;
  about: Name;
}
/**
 * GET /api/bots.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Bots".
 */
export interface Bots {
  levels: BotLevel[];
}
/**
 * Build a station with these cards.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Build".
 */
export interface Build {
  move: "build";
  place: string;
  payment: Payment;
}
/**
 * What only the viewer knows in the Card Game, besides `Own`.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "CardOwn".
 */
export interface CardOwn {
  track: {
    [k: string]: number;
  } | null;
  best: Completion | null;
}
/**
 * The best choice of tickets to complete: most points, then most tickets (CRD-14).
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Completion".
 */
export interface Completion {
  tickets: string[];
  points: number;
  big_cities: {
    [k: string]: number;
  };
  leads: string[];
  proven?: boolean;
}
/**
 * Teams: a drawn card was put into the hand or on the rack.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "CardPlaced".
 */
export interface CardPlaced {
  event: "card-placed";
  seat: number;
  to: "hand" | "rack";
  card?: string | null;
}
/**
 * What everyone sees of a seat in the Card Game, besides its `SeatView`.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "CardSeatView".
 */
export interface CardSeatView {
  seat: number;
  siding: RowView[];
  track: number;
  completed: number;
  completed_tickets: string[] | null;
}
/**
 * A row of a siding.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "RowView".
 */
export interface RowView {
  colour: string;
  plain: number;
  wild: number;
}
/**
 * What only the Card Game has, as one viewer sees it.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "CardView".
 */
export interface CardView {
  half: number;
  halves: number;
  scoring: boolean;
  seats: CardSeatView[];
  big_cities: BigCityView[];
  own: CardOwn | null;
}
/**
 * POST /api/tournaments/{id}/bots: the bots that take part from the next round on.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "ChangeBots".
 */
export interface ChangeBots {
  /**
   * @maxItems 32
   */
  bots: ("easy" | "expert" | "hard" | "master" | "medium")[];
}
/**
 * A chat line to send.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Chat".
 */
export interface Chat {
  type: "chat";
  id: string;
  seat: number;
  text: string;
}
/**
 * A chat line.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "ChatLine".
 */
export interface ChatLine {
  number: number;
  seat: number;
  name: string;
  text: string;
  at: number;
}
/**
 * Claim a route with these cards.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Claim".
 */
export interface Claim {
  move: "claim";
  route: string;
  payment: Payment;
}
/**
 * POST /api/tables/{id}/seats/{seat}.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "ClaimSeat".
 */
export interface ClaimSeat {
  name: string;
  invite?: string;
  promise?: string | null;
  word?: string;
  agree?: boolean;
}
/**
 * A route was claimed with these cards.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Claimed".
 */
export interface Claimed {
  event: "claimed";
  seat: number;
  route: string;
  payment: Payment;
  points: number;
}
/**
 * The first message: identifies the client. Without a key or cookie it is a spectator.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Hello".
 */
export interface Hello {
  type: "hello";
  /**
   * @maxItems 6
   */
  keys?: string[];
  since?: number | null;
}
/**
 * Hash of the seat's part of the deal, if it was not sent when the seat was taken.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "PromisePart".
 */
export interface PromisePart {
  type: "promise";
  seat: number;
  promise: string;
}
/**
 * Reveals the promised part of the deal.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "TellPart".
 */
export interface TellPart {
  type: "part";
  seat: number;
  part: string;
}
/**
 * A decision of one of the client's seats.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Decide".
 */
export interface Decide {
  type: "decide";
  id: string;
  seat: number;
  move: string;
}
/**
 * Undo the last step, which was made by this seat and revealed nothing hidden.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Undo".
 */
export interface Undo {
  type: "undo";
  id: string;
  seat: number;
}
/**
 * Vote for a bot in place of a player who keeps the table waiting, or withdraw the vote.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Vote".
 */
export interface Vote {
  type: "vote";
  seat: number;
  about: number;
  yes?: boolean;
}
/**
 * Take the seat back from a bot.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "TakeBack".
 */
export interface TakeBack {
  type: "take-back";
  seat: number;
}
/**
 * Ask for the full state.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Refresh".
 */
export interface Refresh {
  type: "refresh";
}
/**
 * Ask for a `pong` with the same number.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Ping".
 */
export interface Ping {
  type: "ping";
  n?: number;
}
/**
 * A seat's clock at the time of the message.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Clock".
 */
export interface Clock {
  left: number;
  running: boolean;
}
/**
 * A row of the leaderboard; bots have a level instead of a name.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "ClubRow".
 */
export interface ClubRow {
  member: string | null;
  name: string;
  level: string | null;
  rating: number;
  spread: number;
  games: number;
  wins: number;
}
/**
 * GET /api/club?season=2026-4&board=europe: the leaderboard; an empty season means all.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "ClubTable".
 */
export interface ClubTable {
  season: string;
  seasons: string[];
  board: string;
  boards: string[];
  rows: ClubRow[];
}
/**
 * A person I have played with: how often I ranked above them, and they above me.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Companion".
 */
export interface Companion {
  member: string;
  name: string;
  games: number;
  mine: number;
  theirs: number;
}
/**
 * Card Game: complete one more ticket with cards of the on-track pile.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Complete".
 */
export interface Complete {
  move: "complete";
  ticket: string;
}
/**
 * Card Game: a ticket was completed.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Completed".
 */
export interface Completed {
  event: "completed";
  seat: number;
  ticket: string;
  points: number;
}
/**
 * POST /api/tables.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "CreateTable".
 */
export interface CreateTable {
  /**
   * @minItems 1
   * @maxItems 6
   */
  seats: SeatPlan[];
  board?: string;
  board_file?: string | null;
  options?: {};
  first?: number | null;
  time?: TimeControl;
  public?: boolean;
  spectator_delay?: number;
  pace?: "instant" | "normal" | "slow";
  hints?: boolean;
  known_cards?: boolean;
  rate?: boolean;
  word?: string;
  start?: boolean;
  seed?: string | null;
}
/**
 * Plan for a seat: me, a friend with the invitation, anyone, or a bot.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "SeatPlan".
 */
export interface SeatPlan {
  kind: "bot" | "friend" | "me" | "open";
  name?: string;
  level?: "easy" | "expert" | "hard" | "master" | "medium";
  promise?: string | null;
}
/**
 * The clock; a player who runs out of time is replaced by a bot until they come back.
 */
export interface TimeControl {
  kind?: "game" | "move" | "none";
  seconds?: number;
  increment?: number;
}
/**
 * Card Game: a card was dealt to a seat for the second half.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Dealt".
 */
export interface Dealt {
  event: "dealt";
  seat: number;
  card?: string | null;
}
/**
 * One decision, with the situation before it.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Decision".
 */
export interface Decision {
  step: number;
  seat: number;
  move: string;
  options: number;
  table: number[];
  points: number[];
  better?: Better | null;
  cards?: number;
  rivals?: number;
}
/**
 * The discards, in the Card Game all cards but the hands, became a new deck of this size.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "DeckShuffled".
 */
export interface DeckShuffled {
  event: "deck-shuffled";
  cards: number;
}
/**
 * Latitude and longitude at the points of a regular grid over a drawing, row by row.
 *
 *     A client interpolates between them and needs no projection of its own.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "DegreeGrid".
 */
export interface DegreeGrid {
  x: number;
  y: number;
  step_x: number;
  step_y: number;
  columns: number;
  lat: number[];
  lon: number[];
}
/**
 * A signed-in browser of mine.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Device".
 */
export interface Device {
  number: number;
  label: string;
  added: number;
  here: boolean;
}
/**
 * POST /api/me/code: a code that signs in one more device, once, for ten minutes; put it behind a `#`.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "DeviceCode".
 */
export interface DeviceCode {
  code: string;
  until: number;
}
/**
 * Card Game: complete no more tickets in this scoring round.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Done".
 */
export interface Done {
  move: "done";
}
/**
 * Tickets are drafted, for the first or the second time.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "DraftBegan".
 */
export interface DraftBegan {
  event: "draft-began";
  number: number;
}
/**
 * The draft card came off the deck.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "DraftCardDrawn".
 */
export interface DraftCardDrawn {
  event: "draft-card";
}
/**
 * Take a card: from a place of the market (1 to 5), or blind from the deck.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Draw".
 */
export interface Draw {
  move: "draw";
  market?: number | null;
}
/**
 * Draw tickets to choose from.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "DrawTickets".
 */
export interface DrawTickets {
  move: "draw-tickets";
}
/**
 * A card was taken: from the market, or blind and then seen by the drawer alone.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Drew".
 */
export interface Drew {
  event: "drew";
  seat: number;
  card?: string | null;
  market?: number | null;
}
/**
 * The result, and the seed that proves the deal.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Ending".
 */
export interface Ending {
  result: Result;
  seed: string;
  deal: FairDeal | null;
}
/**
 * The sides with their scores, and the winners.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Result".
 */
export interface Result {
  sides: SideResult[];
  winners: number[];
  tie_break: string | null;
}
/**
 * Everything that a seat, or a team, scored.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "SideResult".
 */
export interface SideResult {
  side: number;
  seats: number[];
  routes: number;
  tickets: TicketResult[];
  ticket_points: number;
  completed: number;
  stations: number;
  borrowed: {
    [k: string]: string;
  };
  longest: number;
  line: string[];
  longest_bonus: number;
  most_tickets_bonus: number;
  festivals: number;
  big_cities: {
    [k: string]: number;
  };
  big_cities_bonus: number;
  total: number;
  rank: number;
}
/**
 * A ticket at the end: whether completed, and by which routes (none in the Card Game).
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "TicketResult".
 */
export interface TicketResult {
  ticket: string;
  points: number;
  completed: boolean;
  path?: string[];
}
/**
 * Everything that is needed to check a deal.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "FairDeal".
 */
export interface FairDeal {
  server: string;
  promises?: Promise[];
}
/**
 * What a player adds to the deal.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Promise".
 */
export interface Promise {
  seat: number;
  promise: string;
  part?: string | null;
}
/**
 * GET /api/engine: on a new machine the rules are compiled first, for about a minute.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "EngineProgress".
 */
export interface EngineProgress {
  ready: boolean;
  share: number;
  seconds_left: number | null;
}
/**
 * An entrant; the name is empty for bots and for deleted accounts.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Entrant".
 */
export interface Entrant {
  number: number;
  name: string;
  level: string | null;
  withdrawn?: boolean;
}
/**
 * A route that I claimed often, and how often.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "FavouriteRoute".
 */
export interface FavouriteRoute {
  board: string;
  route: string;
  times: number;
}
/**
 * A festival card came off the deck.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "FestivalOpened".
 */
export interface FestivalOpened {
  event: "festival-opened";
  festival: string;
}
/**
 * Festival cards went to the player who claimed a route there.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "FestivalTaken".
 */
export interface FestivalTaken {
  event: "festival-taken";
  seat: number;
  festival: string;
  cards: number;
}
/**
 * POST /api/sketches/finished: a board being designed, to be drawn as at the table.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "FinishSketch".
 */
export interface FinishSketch {
  board: {};
  region: Region;
}
/**
 * A box of degrees; it may cross the date line, with its east above 180.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Region".
 */
export interface Region {
  west: number;
  south: number;
  east: number;
  north: number;
}
/**
 * A completed ticket, and when it was completed.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Finished".
 */
export interface Finished {
  step: number;
  side: number;
  ticket: string;
  routes?: string[];
}
/**
 * Response to POST /api/sketches/finished.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "FinishedSketch".
 */
export interface FinishedSketch {
  page: SketchPage | null;
}
/**
 * The drawing of a board being designed.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "SketchPage".
 */
export interface SketchPage {
  geometry: Geometry;
  layers: BoardLayers;
  grid: DegreeGrid | null;
  routes: number[];
}
/**
 * A finished game of mine.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "GameLine".
 */
export interface GameLine {
  table: string;
  board: string;
  players: number;
  finished: number;
  total: number;
  rank: number;
  won: boolean;
  counts: boolean;
}
/**
 * The game has ended.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "GameOver".
 */
export interface GameOver {
  event: "game-over";
}
/**
 * GET /api/gazetteer: the larger cities of the world, from GeoNames (CC BY 4.0).
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Gazetteer".
 */
export interface Gazetteer {
  cities: string;
}
/**
 * GET /health.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Health".
 */
export interface Health {
  status: "damaged" | "low-disk" | "no-database" | "not-stored" | "ok";
  version: string;
  damaged: number;
}
/**
 * The move that a bot would make, based on the view of the seat.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Hint".
 */
export interface Hint {
  type: "hint";
  seat: number;
  version: number;
  move: string;
  second?: string | null;
  reasons?: Phrase[];
  tickets?: string[];
}
/**
 * POST /api/sketches/places: read places, and lines between them, from a CSV or GeoJSON file.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "ImportPlaces".
 */
export interface ImportPlaces {
  text: string;
}
/**
 * A line of an imported file: the indexes of two places, and a length in spaces.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "ImportedLine".
 */
export interface ImportedLine {
  a: number;
  b: number;
  length: number;
}
/**
 * A place of an imported file.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "ImportedPlace".
 */
export interface ImportedPlace {
  name: Name;
  lat: number;
  lon: number;
}
/**
 * Response to POST /api/sketches/places.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "ImportedPlaces".
 */
export interface ImportedPlaces {
  found: number;
  places: ImportedPlace[];
  lines: ImportedLine[];
  skipped: number;
}
/**
 * POST /api/me/join: sign in with the passphrase or with a code from another device.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "JoinDevice".
 */
export interface JoinDevice {
  phrase?: string;
  code?: string;
  device?: string;
}
/**
 * Keep these of the offered tickets.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Keep".
 */
export interface Keep {
  move: "keep";
  tickets: string[];
}
/**
 * A seat kept this number of the tickets it was offered.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Kept".
 */
export interface Kept {
  event: "kept";
  seat: number;
  number: number;
  tickets?: string[] | null;
}
/**
 * The positions of a board in progress in a client.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Laid".
 */
export interface Laid {
  frame: Box;
  spots: {
    [k: string]: Spot;
  };
}
/**
 * A point of a drawing, in picture units.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Spot".
 */
export interface Spot {
  x: number;
  y: number;
}
/**
 * Few pieces are left, or in the Card Game no cards: everyone has one more turn.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "LastRound".
 */
export interface LastRound {
  event: "last-round";
  seat: number;
}
/**
 * POST /api/tables/{id}/leave: before the start the seat is free again, later a bot plays it.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "LeaveTable".
 */
export interface LeaveTable {
  seat?: number | null;
}
/**
 * POST /api/tables/{id}/lock: nobody can sit down while the table is locked.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "LockTable".
 */
export interface LockTable {
  locked?: boolean;
}
/**
 * POST /api/sketches: a board being designed, as JSON or as a file.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "LookAtSketch".
 */
export interface LookAtSketch {
  board?: {} | null;
  board_file?: string | null;
  region?: Region | null;
  language?: "en" | "pl";
  ground?: boolean;
  laid?: Laid | null;
}
/**
 * POST /api/mail/confirm: the token from the link in the mail.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "MailToken".
 */
export interface MailToken {
  token: string;
}
/**
 * A card was turned up at a place of the market.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "MarketFilled".
 */
export interface MarketFilled {
  event: "market-filled";
  market: number;
  card: string;
}
/**
 * Three wilds were face up: all face-up cards were discarded.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "MarketSwept".
 */
export interface MarketSwept {
  event: "market-swept";
  cards: (string | null)[];
  times?: number;
}
/**
 * GET /api/me: my account; `name` is None without one.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Me".
 */
export interface Me {
  name: string | null;
  member: string | null;
  created: number | null;
  devices: Device[];
  passkeys?: Passkey[];
}
/**
 * A passkey of mine; the server stores only its public key.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Passkey".
 */
export interface Passkey {
  number: number;
  label: string;
  added: number;
  used: number | null;
}
/**
 * GET /api/me/memory.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "MemoryPage".
 */
export interface MemoryPage {
  name: string;
  games: number;
  wins: number;
  tickets: number;
  failed: number;
  boards: BoardTally[];
  routes: FavouriteRoute[];
  best: string | null;
  best_total: number | null;
  worst: string | null;
  worst_total: number | null;
  accuracy: number | null;
  reviewed: number;
  ratings: MyRating[];
  friends: Companion[];
  recent: GameLine[];
}
/**
 * My rating on a board; the true strength lies within the spread with a probability of 95 %.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "MyRating".
 */
export interface MyRating {
  board: string;
  rating: number;
  spread: number;
  games: number;
}
/**
 * A turning point.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Moment".
 */
export interface Moment {
  step: number;
  seat: number;
  cause: "cards" | "choice" | "count" | "rivals";
  change: number;
  played:
    | Draw
    | DrawTickets
    | Claim
    | Build
    | PayExtra
    | Refuse
    | Keep
    | Pick
    | RackTicket
    | Share
    | PutCard
    | TakeFestival
    | Stop
    | PlaceRow
    | PlaceThree
    | Complete
    | Done
    | Pass;
  better?:
    | (
        | Draw
        | DrawTickets
        | Claim
        | Build
        | PayExtra
        | Refuse
        | Keep
        | Pick
        | RackTicket
        | Share
        | PutCard
        | TakeFestival
        | Stop
        | PlaceRow
        | PlaceThree
        | Complete
        | Done
        | Pass
      )
    | null;
  reasons?: Phrase[];
  market?: (string | null)[];
}
/**
 * Pay the extra cards of a tunnel.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "PayExtra".
 */
export interface PayExtra {
  move: "pay";
  payment: Payment;
}
/**
 * Take back the cards played for a tunnel.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Refuse".
 */
export interface Refuse {
  move: "refuse";
}
/**
 * Take one ticket of the hand that is passed on in a draft.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Pick".
 */
export interface Pick {
  move: "pick";
  ticket: string;
}
/**
 * Put one of the tickets just kept on the team's rack.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "RackTicket".
 */
export interface RackTicket {
  move: "rack";
  ticket: string;
}
/**
 * Put one or two tickets of the hand on the team's rack, as the action of the turn.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Share".
 */
export interface Share {
  move: "share";
  tickets: string[];
}
/**
 * Put the card just drawn into the hand or on the rack.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "PutCard".
 */
export interface PutCard {
  move: "put";
  to: "hand" | "rack";
}
/**
 * Take the open cards of one festival at the claimed route, by its id, or none.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "TakeFestival".
 */
export interface TakeFestival {
  move: "festival";
  festival: string | null;
}
/**
 * Card Game: take no second card.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Stop".
 */
export interface Stop {
  move: "stop";
}
/**
 * Card Game: place a row of one colour in the siding.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "PlaceRow".
 */
export interface PlaceRow {
  move: "place";
  colour: string;
  plain: number;
  wild?: number;
}
/**
 * Card Game: place three cards of different colours in the siding, each as a row of its own.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "PlaceThree".
 */
export interface PlaceThree {
  move: "place-three";
  colours: string[];
}
/**
 * Pass, if nothing else is possible.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Pass".
 */
export interface Pass {
  move: "pass";
}
/**
 * One of my games.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "MyTable".
 */
export interface MyTable {
  table: TableCard;
  seats: number[];
  my_turn: boolean;
}
/**
 * The public description of a table.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "TableCard".
 */
export interface TableCard {
  id: string;
  board: string;
  title: Name;
  own_board: boolean;
  players: number;
  status: "open" | "over" | "playing";
  public: boolean;
  seats: SeatCard[];
  first: number | null;
  time: TimeControl1;
  spectator_delay: number;
  created: number;
  updated: number;
  version: number;
  deal_promise: string | null;
  dealing: boolean;
  seed_hash: string | null;
  seed_given: boolean;
  rated: boolean;
  hints: boolean;
  rematch: string | null;
  winners: number[];
  locked?: boolean;
  asks_word?: boolean;
  counts?: boolean;
}
/**
 * The public description of a seat.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "SeatCard".
 */
export interface SeatCard {
  seat: number;
  kind: "bot" | "free" | "person";
  reserved: boolean;
  name: string;
  level: ("easy" | "expert" | "hard" | "master" | "medium") | null;
  away: ("clock" | "left" | "vote") | null;
  online: boolean;
  pending: boolean;
  since: number | null;
  clock: Clock | null;
  votes: number[];
  host: boolean;
  promise: string | null;
  part: string | null;
  fallbacks?: number[];
}
/**
 * The clock; a player who runs out of time is replaced by a bot until they come back.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "TimeControl".
 */
export interface TimeControl1 {
  kind?: "game" | "move" | "none";
  seconds?: number;
  increment?: number;
}
/**
 * GET /api/my: the tables where I sit, by cookie or keys; those waiting for me first.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "MyTables".
 */
export interface MyTables {
  tables: MyTable[];
}
/**
 * A new account or a new passphrase, which is shown only once.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Myself".
 */
export interface Myself {
  me: Me;
  phrase: string;
}
/**
 * GET /api/network, for a browser on the server's own machine.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Network".
 */
export interface Network {
  address: string | null;
  open: boolean;
}
/**
 * POST /api/me/phrase: replace the passphrase.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "NewPhrase".
 */
export interface NewPhrase {
  language?: "en" | "pl";
}
/**
 * POST /api/tournaments.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "NewTournament".
 */
export interface NewTournament {
  name: string;
  board?: string;
  kind?: "all" | "swiss";
  rounds?: number;
  table_size?: number;
  time?: TimeControl2;
  rate?: boolean;
  /**
   * @maxItems 32
   */
  bots?: ("easy" | "expert" | "hard" | "master" | "medium")[];
}
/**
 * The clock; a player who runs out of time is replaced by a bot until they come back.
 */
export interface TimeControl2 {
  kind?: "game" | "move" | "none";
  seconds?: number;
  increment?: number;
}
/**
 * GET /api/me/notices.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "NoticeSettings".
 */
export interface NoticeSettings {
  quiet: QuietHours | null;
  mail: string | null;
  mail_confirmed: boolean;
  mail_sent: boolean;
}
/**
 * Times of day between which nothing is sent; what is still true afterwards is sent then.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "QuietHours".
 */
export interface QuietHours {
  begin: number;
  end: number;
  zone: string;
}
/**
 * GET /api/tables/{id}/notices.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Notices".
 */
export interface Notices {
  push: boolean;
  mail: boolean;
  mail_possible: boolean;
  offered: boolean;
  key: string;
}
/**
 * Tickets were dealt to a seat to choose from.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Offered".
 */
export interface Offered {
  event: "offered";
  seat: number;
  number: number;
  tickets?: string[] | null;
}
/**
 * A legal move: the text to send back, and the move itself.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "OfferedMove".
 */
export interface OfferedMove {
  text: string;
  move:
    | Draw
    | DrawTickets
    | Claim
    | Build
    | PayExtra
    | Refuse
    | Keep
    | Pick
    | RackTicket
    | Share
    | PutCard
    | TakeFestival
    | Stop
    | PlaceRow
    | PlaceThree
    | Complete
    | Done
    | Pass;
}
/**
 * What only the viewer knows, and the partner about racks.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Own".
 */
export interface Own {
  seat: number;
  ask: string;
  hand: {
    [k: string]: number;
  };
  tickets: string[];
  offer: string[];
  chosen: string[];
  festivals: {
    [k: string]: number;
  };
  rack: {
    [k: string]: number;
  };
  rack_tickets: string[];
  drawn: string | null;
  goes_to?: ("alone" | "anywhere" | "hand" | "rack") | null;
  claimed?: string | null;
}
/**
 * POST /api/boards and POST /api/drawings: a user's own board.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "OwnBoard".
 */
export interface OwnBoard {
  board_file: string;
}
/**
 * A game of two people, possibly with others.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "PairGame".
 */
export interface PairGame {
  table: string;
  board: string;
  finished: number;
  mine: number;
  theirs: number;
  ahead: number;
}
/**
 * GET /api/me/with/{member}: my games with a friend.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "PairPage".
 */
export interface PairPage {
  friend: string;
  games: number;
  mine: number;
  theirs: number;
  recent: PairGame[];
}
/**
 * POST /api/tables/{id}/host: make another person the host.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "PassHost".
 */
export interface PassHost {
  seat: number;
}
/**
 * A seat could not do anything.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Passed".
 */
export interface Passed {
  event: "passed";
  seat: number;
}
/**
 * POST /api/me/passkeys/challenge: a challenge to sign, valid once and for a few minutes.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "PasskeyChallenge".
 */
export interface PasskeyChallenge {
  challenge: string;
  rp: string;
  user: string;
  algorithms: number[];
  known: string[];
}
/**
 * A seat took a ticket of the passed hand.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Picked".
 */
export interface Picked {
  event: "picked";
  seat: number;
  ticket?: string | null;
}
/**
 * The answer to `ping`.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Pong".
 */
export interface Pong {
  type: "pong";
  n: number;
  time: number;
}
/**
 * Which seats are connected now; has no version.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Presence".
 */
export interface Presence {
  type: "presence";
  online: number[];
}
/**
 * The body of every response with status 4xx or 5xx; nothing has changed.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Problem".
 */
export interface Problem {
  code: string;
  sentence: string;
  rule: string | null;
  details?: {};
}
/**
 * What each ticket of the seat still needs.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Progress".
 */
export interface Progress {
  type: "progress";
  seat: number;
  version: number;
  tickets: TicketProgress[];
}
/**
 * A ticket, and the cheapest way to complete it; in the Card Game, the cards it needs.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "TicketProgress".
 */
export interface TicketProgress {
  ticket: string;
  done: boolean;
  possible: boolean;
  routes: string[];
  missing: string[];
  borrowed: string[];
  stations: string[];
  pieces: number;
  cards: {
    [k: string]: number;
  };
}
/**
 * A push subscription of a browser (`PushSubscription.toJSON()`).
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "PushTarget".
 */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}
/**
 * A game as setup and decisions.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Record".
 */
export interface Record {
  board: BoardRecord;
  players: number;
  seed: string;
  rules: number;
  first?: number | null;
  position?: {} | null;
  moves?: string[];
  deal?: FairDeal | null;
  game?: string;
}
/**
 * An error; nothing has changed.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Refusal".
 */
export interface Refusal {
  type: "error";
  code: string;
  sentence: string;
  rule: string | null;
  id: string | null;
  details?: {};
}
/**
 * A fault or advice, with its path in the board: `["routes", 16, "length"]`.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Remark".
 */
export interface Remark {
  path: (string | number)[];
  told: Phrase;
  better: Phrase;
}
/**
 * POST /api/me/passkeys/remove: remove the passkey of this number.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "RemovePasskey".
 */
export interface RemovePasskey {
  number: number;
}
/**
 * POST /api/tables/{id}/remove: the host removes a person before the start.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "RemoveSeat".
 */
export interface RemoveSeat {
  seat: number;
}
/**
 * POST /api/me/name.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Rename".
 */
export interface Rename {
  name: string;
}
/**
 * GET /api/tables/{id}/replay?viewer=all|spectator|0…5&first=0&count=50, after the end.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Replay".
 */
export interface Replay {
  table: TableCard;
  steps: number;
  result: Result;
  shown: ReplayStep[];
}
/**
 * A step of a finished game.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "ReplayStep".
 */
export interface ReplayStep {
  step: number;
  seat: number | null;
  move: string | null;
  events: (
    | TurnBegan
    | Drew
    | MarketFilled
    | MarketSwept
    | DeckShuffled
    | Offered
    | Kept
    | Claimed
    | TunnelTried
    | TurnedUp
    | TunnelRefused
    | StationBuilt
    | Passed
    | LastRound
    | GameOver
    | CardPlaced
    | TicketRacked
    | FestivalOpened
    | FestivalTaken
    | DraftCardDrawn
    | DraftBegan
    | Picked
    | RolledOut
    | RowPlaced
    | ThreePlaced
    | Robbed
    | Withdrawn
    | Stopped
    | ScoringBegan
    | Completed
    | Scored
    | SecondHalf
    | Dealt
  )[];
  views: View[];
}
/**
 * A seat's turn begins.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "TurnBegan".
 */
export interface TurnBegan {
  event: "turn-began";
  seat: number;
}
/**
 * Cards were played for a tunnel.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "TunnelTried".
 */
export interface TunnelTried {
  event: "tunnel-tried";
  seat: number;
  route: string;
  payment: Payment;
}
/**
 * A tunnel turned up these cards.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "TurnedUp".
 */
export interface TurnedUp {
  event: "turned-up";
  seat: number;
  cards: string[];
}
/**
 * The cards played for a tunnel were taken back.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "TunnelRefused".
 */
export interface TunnelRefused {
  event: "tunnel-refused";
  seat: number;
  route: string;
}
/**
 * A station was built with these cards.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "StationBuilt".
 */
export interface StationBuilt {
  event: "station-built";
  seat: number;
  place: string;
  payment: Payment;
}
/**
 * Teams: a ticket was put on the rack.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "TicketRacked".
 */
export interface TicketRacked {
  event: "ticket-racked";
  seat: number;
  ticket?: string | null;
}
/**
 * Card Game: a card of a row moved from the siding onto the on-track pile.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "RolledOut".
 */
export interface RolledOut {
  event: "rolled-out";
  seat: number;
  row: string;
  card: string;
}
/**
 * Card Game: a row was placed in a siding.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "RowPlaced".
 */
export interface RowPlaced {
  event: "row-placed";
  seat: number;
  colour: string;
  plain: number;
  wild: number;
}
/**
 * Card Game: three colours were placed as one row each.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "ThreePlaced".
 */
export interface ThreePlaced {
  event: "three-placed";
  seat: number;
  colours: string[];
}
/**
 * Card Game: a larger row made another seat discard its row of that colour.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Robbed".
 */
export interface Robbed {
  event: "robbed";
  seat: number;
  victim: number;
  colour: string;
  plain: number;
  wild: number;
}
/**
 * Card Game: an earlier event of a siding that viewers have to remember themselves (CRD-5).
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Withdrawn".
 */
export interface Withdrawn {
  event: "withdrawn";
  seat: number;
}
/**
 * Card Game: a seat took no second card.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Stopped".
 */
export interface Stopped {
  event: "stopped";
  seat: number;
}
/**
 * Card Game: all seats choose which tickets they complete.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "ScoringBegan".
 */
export interface ScoringBegan {
  event: "scoring-began";
  half: number;
}
/**
 * Card Game: a seat completed this number of tickets in this scoring round.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Scored".
 */
export interface Scored {
  event: "scored";
  seat: number;
  number: number;
}
/**
 * Card Game: the second half begins with this seat.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "SecondHalf".
 */
export interface SecondHalf {
  event: "second-half";
  seat: number;
}
/**
 * A game as one viewer sees it; parts that its rules do not have are empty.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "View".
 */
export interface View {
  board: string;
  players: number;
  turn: number;
  turns: number;
  pending: number[];
  over: boolean;
  last_turns: number | null;
  market: (string | null)[];
  deck: number;
  discards: {
    [k: string]: number;
  };
  ticket_deck: number;
  routes: {
    [k: string]: number;
  };
  stations: {
    [k: string]: number;
  };
  festivals: {
    [k: string]: number;
  };
  drafts: number;
  draft_due: boolean;
  seats: SeatView[];
  sides: SideView[];
  attempt: Attempt | null;
  own: Own | null;
  card_game: CardView | null;
}
/**
 * What everyone sees of a seat.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "SeatView".
 */
export interface SeatView {
  seat: number;
  side: number;
  cards: number;
  seen: {
    [k: string]: number;
  };
  tickets: number;
  pieces: {
    [k: string]: number;
  };
  stations: number;
  festivals: number;
  asked: boolean;
}
/**
 * What everyone sees of a side: a seat, or a team with its racks.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "SideView".
 */
export interface SideView {
  side: number;
  seats: number[];
  score: number;
  rack_cards: number;
  rack_tickets: number;
}
/**
 * The review of one game.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Review".
 */
export interface Review {
  record: string;
  board: string;
  players: number;
  judge: string;
  sides: number[][];
  decisions: Decision[];
  won: number[];
  totals: number[];
  whole: boolean;
  moments?: Moment[];
  finished?: Finished[];
  seats?: SeatReview[];
  version?: number;
}
/**
 * One seat's game: `start + cards + rivals - given` is the result, 1 for a win and 0 for a loss.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "SeatReview".
 */
export interface SeatReview {
  seat: number;
  side: number;
  decisions: number;
  accuracy: number;
  start: number;
  given: number;
  cards: number;
  rivals: number;
}
/**
 * What prevents a seat from claiming a route, apart from whose turn it is.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "RouteCheck".
 */
export interface RouteCheck {
  type: "route";
  seat: number;
  version: number;
  route: string;
  reason: Phrase | null;
  rule: string | null;
  payment: Payment;
  short: number;
}
/**
 * One numbered rule, worded for players.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Rule".
 */
export interface Rule {
  id: string;
  title: string;
  text: string;
  language: "en" | "pl";
}
/**
 * GET /api/rules/{language}.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Rules".
 */
export interface Rules {
  language: "en" | "pl";
  families: {
    [k: string]: string;
  };
  rules: Rule[];
}
/**
 * A seat of mine and its key, which is sent only once.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "SeatKey".
 */
export interface SeatKey {
  seat: number;
  key: string;
}
/**
 * Response to creating a table, claiming a seat and a rematch.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Seated".
 */
export interface Seated {
  table: TableCard;
  keys: SeatKey[];
  invite: string | null;
}
/**
 * The full state: the answer to `hello` and `refresh`.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "State".
 */
export interface State {
  type: "state";
  version: number;
  time: number;
  table: TableCard;
  you: number[];
  invite: string | null;
  sights: Sight[];
  chat: ChatLine[];
  ending: Ending | null;
}
/**
 * The game as one of the connection's seats, or a spectator, sees it.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Sight".
 */
export interface Sight {
  seat: number | null;
  view: View;
  moves: OfferedMove[];
  first_event: number;
  events: (
    | TurnBegan
    | Drew
    | MarketFilled
    | MarketSwept
    | DeckShuffled
    | Offered
    | Kept
    | Claimed
    | TunnelTried
    | TurnedUp
    | TunnelRefused
    | StationBuilt
    | Passed
    | LastRound
    | GameOver
    | CardPlaced
    | TicketRacked
    | FestivalOpened
    | FestivalTaken
    | DraftCardDrawn
    | DraftBegan
    | Picked
    | RolledOut
    | RowPlaced
    | ThreePlaced
    | Robbed
    | Withdrawn
    | Stopped
    | ScoringBegan
    | Completed
    | Scored
    | SecondHalf
    | Dealt
  )[];
  progress: TicketProgress[] | null;
  undo: boolean;
}
/**
 * Changes since the previous version.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Update".
 */
export interface Update {
  type: "update";
  version: number;
  time: number;
  table: TableCard;
  sights: Sight[];
  chat: ChatLine[];
  ending: Ending | null;
}
/**
 * POST /api/me/mail: set an address, which is confirmed by mail; an empty one deletes it.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "SetMail".
 */
export interface SetMail {
  address: string;
  language?: "en" | "pl";
}
/**
 * POST /api/me/notices: set quiet hours, or None for none.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "SetNotices".
 */
export interface SetNotices {
  quiet?: QuietHours | null;
}
/**
 * POST /api/shelf: share a board with everyone on this server.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "ShareBoard".
 */
export interface ShareBoard {
  board_file: string;
  name?: string;
  study?: string | null;
}
/**
 * Response to POST /api/shelf.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Shared".
 */
export interface Shared {
  card: ShelfCard;
  key: string;
}
/**
 * A shared board in a list.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "ShelfCard".
 */
export interface ShelfCard {
  id: string;
  title: Name;
  by: string;
  players: number[];
  places: number;
  routes: number;
  tickets: number;
  shared: number;
  plays: number;
  study: ShortStudy | null;
}
/**
 * Three figures of the author's study of a board.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "ShortStudy".
 */
export interface ShortStudy {
  games: number;
  turns: number;
  margin: number;
}
/**
 * GET /api/shelf.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "SharedBoardList".
 */
export interface SharedBoardList {
  boards: ShelfCard[];
}
/**
 * GET /api/boards/{name}/file and GET /api/shelf/{id}/file.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "SharedFile".
 */
export interface SharedFile {
  board_file: string;
}
/**
 * POST /api/me/sign-out: sign out this browser or the device of this number.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "SignOut".
 */
export interface SignOut {
  device?: number | null;
}
/**
 * Response to POST /api/sketches.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "SketchLook".
 */
export interface SketchLook {
  board: {} | null;
  file: string | null;
  faults: Remark[];
  advice: Remark[];
  page: SketchPage | null;
}
/**
 * A line of the standings: points, then opponents' points (Buchholz), then the total score.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "StandingLine".
 */
export interface StandingLine {
  entrant: number;
  points: number;
  met: number;
  total: number;
  played: number;
}
/**
 * POST /api/tables/{id}/start.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "StartTable".
 */
export interface StartTable {
  fill?: boolean;
  level?: "easy" | "expert" | "hard" | "master" | "medium";
}
/**
 * GET /api/tables/{id}/story, after the end; ask again until it is complete or has failed.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Story".
 */
export interface Story {
  review: Review | null;
  done: number;
  of: number;
  failed?: boolean;
}
/**
 * POST /api/studies: play thousands of games on a board.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "StudyBoard".
 */
export interface StudyBoard {
  board_file: string;
  games?: number;
}
/**
 * A complete study.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "StudyFound".
 */
export interface StudyFound {
  study: string;
  en: StudyTold;
  pl: StudyTold;
}
/**
 * The text of a study, in one language.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "StudyTold".
 */
export interface StudyTold {
  lead: string;
  figures: string[];
  /**
   * @minItems 2
   * @maxItems 2
   */
  scale: never[];
  map: string;
  tables: StudySection[];
}
/**
 * A table of a study.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "StudySection".
 */
export interface StudySection {
  title: string;
  about: string;
  headings: string[];
  rows: string[][];
}
/**
 * POST /api/studies and GET /api/studies/{id}: progress, and the result at the end.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "StudyState".
 */
export interface StudyState {
  id: string;
  done: number;
  of: number;
  found?: StudyFound | null;
  failed?: boolean;
}
/**
 * An empty success response.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Success".
 */
export interface Success {
  done?: boolean;
}
/**
 * GET /api/tables: public tables, those with free seats first.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Tables".
 */
export interface Tables {
  tables: TableCard[];
}
/**
 * A tournament in a list.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "TournamentCard".
 */
export interface TournamentCard {
  id: string;
  name: string;
  status: "open" | "over" | "playing";
  round: number;
  created: number;
}
/**
 * GET /api/tournaments/{id}, and the response to every request that changes it.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "TournamentPage".
 */
export interface TournamentPage {
  tournament: TournamentCard;
  setup: NewTournament;
  last_round: number;
  host: boolean;
  me: number | null;
  entrants: Entrant[];
  standings: StandingLine[];
  rounds: TournamentRound[];
}
/**
 * A round.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "TournamentRound".
 */
export interface TournamentRound {
  tables: TournamentTable[];
}
/**
 * A table of a round.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "TournamentTable".
 */
export interface TournamentTable {
  table: string;
  ready: boolean;
  over: boolean;
  seats: TournamentSeat[];
}
/**
 * A seat of a table; the entrant is -1 for a bot that fills an empty seat.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "TournamentSeat".
 */
export interface TournamentSeat {
  entrant: number;
  rank: number | null;
  total: number | null;
}
/**
 * GET /api/tournaments: those that I host or have entered.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Tournaments".
 */
export interface Tournaments {
  tournaments: TournamentCard[];
}
/**
 * POST /api/shelf/{id}/remove.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "UnshareBoard".
 */
export interface UnshareBoard {
  key: string;
}
/**
 * POST /api/me/passkeys/enter: sign in with the result of the browser's `credentials.get`.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "UsePasskey".
 */
export interface UsePasskey {
  credential: string;
  client_data: string;
  authenticator_data: string;
  signature: string;
  user: string;
  device?: string;
}
/**
 * POST /api/tables/{id}/notices: switch notifications for this table on or off.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "WatchTable".
 */
export interface WatchTable {
  push?: boolean;
  mail?: boolean;
  target?: PushTarget | null;
  language?: "en" | "pl";
}
/**
 * POST /api/tournaments/{id}/withdraw: the host withdraws an entrant.
 *
 * This interface was referenced by `SemaforSProtocol`'s JSON-Schema
 * via the `definition` "Withdraw".
 */
export interface Withdraw {
  entrant: number;
}
