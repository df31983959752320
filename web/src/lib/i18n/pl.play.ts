/** Przy stole: fakty, plany, dworce, oznaczenia, klawisze. */
import type { play as en } from "./en.play";
import type { Words } from "./index";

export const play = {
  say_sending_late: "Wciąż wysyłamy: serwer jeszcze nie odpowiedział.",
  // a bot plays for me
  away_left: "Nie ma cię przy stole: gra za ciebie bot.",
  away_vote: "Pozostali poprosili bota, by grał za ciebie.",
  away_clock: "Twój czas minął: gra za ciebie bot.",
  // facts about a route
  facts: "O tym miejscu",
  fact_best: "najlepiej: {cards}",
  fact_short: { one: "brakuje {n}", other: "brakuje {n}" },
  fact_helps: "przybliża {ticket}",
  fact_wait_turn: "W twojej turze nic nie stoi na przeszkodzie.",
  fact_not_this_turn: "Niemożliwe w tej chwili twojej tury.",
  bar_mine: "To twoje połączenie.",
  bar_own_strand: "Masz już drugi tor tego połączenia.",
  bar_closed_strand: "Zamknięte: przy tylu graczach wystarcza drugi tor.",
  bar_pieces: { one: "Potrzeba wagonów: {need}, a został ci {n}.", few: "Potrzeba wagonów: {need}, a zostały ci {n}.", many: "Potrzeba wagonów: {need}, a zostało ci {n}.", other: "Potrzeba wagonów: {need}, a zostało ci {n}." },
  bar_wilds: "Do tego promu potrzeba jeszcze: {cards}.",
  bar_cards: { one: "Potrzeba jeszcze {n} karty.", few: "Potrzeba jeszcze {n} kart.", many: "Potrzeba jeszcze {n} kart.", other: "Potrzeba jeszcze {n} karty." },
  // stations
  stations_open: "Zbuduj dworzec…",
  which_place: "Gdzie budujesz?",
  which_place_about: { one: "Został ci {n} dworzec.", few: "Zostały ci {n} dworce.", many: "Zostało ci {n} dworców.", other: "Zostało ci {n} dworca." },
  end_of_ticket: "twój bilet",
  // marks
  unread: { one: "{n} nowa", few: "{n} nowe", many: "{n} nowych", other: "{n} nowej" },
  // the plan
  my_plan: "Mój plan",
  my_plan_about: "Pokaż na planszy najtańszą drogę każdego biletu",
  // keeping tickets
  keep_any: "Ile chcesz, także żadnego.",
  keep_none: "Nie zachowuję żadnego",
  keep_choose: "Wybierz bilety",
  share_choose: "Wybierz bilety",
  // tunnels
  tunnel_matched: "pasuje",
  // teams
  win_many: "Zwyciężają {names}",
  // since my last turn
  since_title: "Od twojej ostatniej tury",
  since_station: "dworzec: {place}",
  since_rows: "wyłożone karty",
  since_robbed: "napad na pociąg: {name}",
  // the sheet on a phone
  sheet_larger: "Powiększ panel",
  sheet_smaller: "Zmniejsz panel",
  hidden_hand: "Twoje karty są ukryte, gdy grają inni.",
  // keys
  keys: "Klawisze",
  key_market: "Weź kartę z rynku",
  key_deck: "Dobierz z talii",
  key_tickets: "Dobierz bilety",
  key_routes: "Lista połączeń",
  key_stations: "Zbuduj dworzec",
  key_place: "Wyłóż karty na bocznicę",
  key_share: "Podziel się biletami",
  key_stop: "Poprzestań na jednej karcie albo spasuj",
  key_plan: "Mój plan na planszy",
  key_hint: "Podpowiedź, jeśli stół je ma",
  key_log: "Przebieg",
  key_chat: "Czat",
  key_help: "Te klawisze",
  key_enter: "Potwierdź wybór",
  key_escape: "Anuluj, zamknij",
  key_arrows: "Przesuń planszę",
  key_zoom: "Przybliż lub oddal planszę",
  key_whole: "Cała plansza",
  // confirming a draw
  confirm_draws: "Pytaj przed dobraniem karty lub biletów",
  draw_sure: "{what}?",
  draw_yes: "Tak",
  // links
  qr_code: "Kod QR odnośnika",
  qr_about: "Albo skieruj tu aparat telefonu.",
  link_here_only: "Ten odnośnik działa tylko na tym komputerze.",
  link_open_how: "Aby wpuścić innych z twojej sieci, zatrzymaj serwer i uruchom go tak:",
  link_command: "Polecenie",
  link_then: "Znajdą go wtedy pod adresem {address}.",
  // waiting for players
  you_are: "Grasz jako {name}: {seat}.",
  you_may_sit: "Wybierz miejsce. Gra zacznie się, gdy wszyscy będą.",
  host_begins: "Grę zaczyna osoba, która założyła stół, gdy wszyscy już są.",
  begin_anyway: "Zacznij bez czekania",
  here_name: "Imię gracza na miejscu {n}",
  // festivals
  your_festivals: "Twoje festiwale",
  festival_gain: { one: "+{n} punkt", few: "+{n} punkty", many: "+{n} punktów", other: "+{n} punktu" },
  // the Card Game
  ticket_held_of: "ręka i bocznica: {n} z {all}",
  // my games
  won_by: "zwycięstwo: {names}",
  you_won: "twoje zwycięstwo",
  turn_of: "tura: {names}",
  // replays
  steps_list: "Tury",
  // lesson
  lesson_press_r: " (albo naciśnij R, by otworzyć listę)",
  // three ways in
  with_friends: "Zagraj ze znajomymi",
  way_play: "Od razu, bez konta.",
  way_learn: "Pierwsza gra, krok po kroku.",
  way_friends: "Przez odnośnik albo przy jednym ekranie.",
  would_rob: "napad: {cards}",
  lay_card: "Wyłóż: {card}",
  // undoing
  undo: "Cofnij",
  took_back: "{name}: ostatni krok został cofnięty.",
  undo_of: "Cofnij: {name}",
  undo_choice: "Wstrzymuj moje wybory przez trzy sekundy, żeby dało się je cofnąć, zanim bot odpowie",
  say_held: "Za chwilę gotowe…",
  key_undo: "Cofnij, dopóki nic ukrytego nie wyszło na jaw i nikt nie zagrał",
  // speed of bots
  pace: "Tempo botów",
  pace_slow: "wolne",
  pace_normal: "zwykłe",
  pace_instant: "natychmiastowe",
  // emotes
  emotes: "Pokaż to znakiem",
  emote_good: "Dobrze!",
  emote_bravo: "Brawo!",
  emote_oops: "Ups",
  emote_no: "O nie!",
  emote_wait: "Chwileczkę",
  emote_hurray: "Hura!",
} satisfies Record<keyof typeof en, Words>;
