/** At the table: facts, plans, stations, marks, keys. */
import type { Words } from "./index";

export const play = {
  say_sending_late: "Still sending: the server has not answered yet.",
  // a bot plays for me
  away_left: "You left the table: a bot plays for you.",
  away_vote: "The others asked a bot to play for you.",
  away_clock: "Your time ran out: a bot plays for you.",
  // facts about a route
  facts: "About this",
  fact_best: "best: {cards}",
  fact_short: { one: "{n} short", other: "{n} short" },
  fact_helps: "helps {ticket}",
  fact_wait_turn: "Nothing stands against it in your turn.",
  fact_not_this_turn: "Not possible at this moment of your turn.",
  bar_mine: "This is your route.",
  bar_own_strand: "You own the other strand already.",
  bar_closed_strand: "Closed: with so few players the other strand is enough.",
  bar_pieces: { one: "It needs {need} pieces, and you have {n} left.", other: "It needs {need} pieces, and you have {n} left." },
  bar_wilds: "You need {cards} more for this ferry.",
  bar_cards: { one: "You need {n} more card.", other: "You need {n} more cards." },
  // stations
  stations_open: "Build a station…",
  which_place: "Where do you build?",
  which_place_about: { one: "You have {n} station left.", other: "You have {n} stations left." },
  end_of_ticket: "your ticket",
  // marks
  unread: { one: "{n} new", other: "{n} new" },
  // the plan
  my_plan: "My plan",
  my_plan_about: "Show the cheapest way of each ticket on the board",
  // keeping tickets
  keep_any: "As many as you like, also none.",
  keep_none: "Keep none",
  keep_choose: "Choose tickets",
  share_choose: "Choose tickets",
  // tunnels
  tunnel_matched: "matches",
  // teams
  win_many: "{names} win",
  // since my last turn
  since_title: "Since your last turn",
  since_station: "station in {place}",
  since_rows: "cards placed",
  since_robbed: "train robbery: {name}",
  // the sheet on a phone
  sheet_larger: "Make the sheet larger",
  sheet_smaller: "Make the sheet smaller",
  hidden_hand: "Your cards are hidden while others move.",
  // keys
  keys: "Keys",
  key_market: "Take a card from the market",
  key_deck: "Draw from the deck",
  key_tickets: "Draw tickets",
  key_routes: "List of routes",
  key_stations: "Build a station",
  key_place: "Place cards in the siding",
  key_share: "Share tickets",
  key_stop: "Stop drawing, or pass",
  key_plan: "My plan on the board",
  key_hint: "Hint, where the table has them",
  key_log: "Log",
  key_chat: "Chat",
  key_help: "These keys",
  key_enter: "Confirm what is chosen",
  key_escape: "Cancel, close",
  key_arrows: "Move the board",
  key_zoom: "Zoom the board",
  key_whole: "The whole board",
  // confirming a draw
  confirm_draws: "Ask before a card or tickets are drawn",
  draw_sure: "{what}?",
  draw_yes: "Yes",
  // links
  qr_code: "QR code of the link",
  qr_about: "Or point a phone's camera here.",
  link_here_only: "This link works on this computer only.",
  link_open_how: "To let others in your network in, stop the server and start it like this:",
  link_command: "Command",
  link_then: "They will then find it at {address}.",
  // waiting for players
  you_are: "You are {name}, on {seat}.",
  you_may_sit: "Choose a seat. The game begins when everyone is here.",
  host_begins: "Whoever made the table begins the game when everyone is here.",
  begin_anyway: "Begin without waiting",
  here_name: "Name of the player on seat {n}",
  // festivals
  your_festivals: "Your festivals",
  festival_gain: { one: "+{n} point", other: "+{n} points" },
  // the Card Game
  ticket_held_of: "hand and siding: {n} of {all}",
  // my games
  won_by: "won by {names}",
  you_won: "you won",
  turn_of: "turn: {names}",
  // replays
  steps_list: "Turns",
  // lesson
  lesson_press_r: " (or press R for the list)",
  // three ways in
  with_friends: "Play with friends",
  way_play: "At once, no account.",
  way_learn: "A first game, step by step.",
  way_friends: "By a link, or handing one screen around.",
  would_rob: "{cards} would rob you",
  lay_card: "Lay {card}",
  // undoing
  undo: "Undo",
  took_back: "{name} took the last step back.",
  undo_of: "Undo: {name}",
  undo_choice: "Hold my choices back for three seconds, so that I can undo them before a bot answers",
  say_held: "Done in a moment…",
  key_undo: "Undo, until something hidden is seen or somebody acts",
  // speed of bots
  pace: "Speed of bots",
  pace_slow: "slow",
  pace_normal: "normal",
  pace_instant: "instant",
  // emotes
  emotes: "Say it with a sign",
  emote_good: "Good!",
  emote_bravo: "Bravo!",
  emote_oops: "Oops",
  emote_no: "Oh no!",
  emote_wait: "One moment",
  emote_hurray: "Hurray!",
} satisfies Record<string, Words>;
