/* Written by `make engine` from the list of exported functions; do not edit.
 * Records are passed as pointers, arrays as a pointer and their sizes. No function allocates, fails or
 * keeps a pointer. All memory is the caller's. */
#ifndef SEMAFOR_ENGINE_H
#define SEMAFOR_ENGINE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint64_t counter; 
  uint64_t owned[6][2]; 
  uint64_t open[6][2]; 
  uint64_t stations[6]; 
  uint64_t tickets[6]; 
  uint64_t rack_tickets[6]; 
  uint32_t key[4]; 
  int16_t turns; 
  int16_t deck_next; 
  int16_t deck_end; 
  int16_t deck_trains; 
  int16_t score[6]; 
  int8_t players; 
  int8_t first; 
  int8_t turn; 
  int8_t ask[6]; 
  int8_t over; 
  int8_t passes; 
  int8_t last_turns; 
  int8_t last_round; 
  int8_t deck[168]; 
  int8_t discards[9]; 
  int8_t market[5]; 
  int8_t hand[6][9]; 
  int8_t seen[6][9]; 
  int8_t rack[6][9]; 
  int8_t pieces[6][2]; 
  int8_t stations_left[6]; 
  int8_t ticket_deck[64]; 
  int8_t ticket_next; 
  int8_t ticket_count; 
  int8_t offer[6][6]; 
  int8_t offered[6]; 
  int8_t choice[6]; 
  int8_t rack_choice[6]; 
  int8_t picked[6][6]; 
  int8_t draft_round; 
  int8_t drafts; 
  int8_t draft_due; 
  int8_t festival_open[20]; 
  int8_t festival_held[6][20]; 
  int8_t step; 
  int8_t target; 
  int8_t paid_colour; 
  int8_t paid[2][2]; 
  int8_t owed[2]; 
  int8_t turned[6]; 
  int8_t turned_count; 
  int8_t extra; 
  int8_t drawn; 
  int8_t drawn_open; 
  int8_t goes_to; 
  int8_t spare[6];
} semafor_state;
_Static_assert(sizeof(semafor_state) == 1080, "layout");

typedef struct {
  uint64_t cities; 
  uint64_t strands[128][2]; 
  uint64_t all_routes[2]; 
  uint64_t payable[8][9][2]; 
  uint64_t ferry_ok[9][2]; 
  uint64_t fits[2][9][2]; 
  uint64_t ticket_long; 
  int16_t routes; 
  int16_t route_points[128]; 
  int16_t at[65]; 
  int16_t route_at[256]; 
  int16_t ticket_points[64]; 
  int16_t festival_points[20][16]; 
  int8_t places; 
  int8_t tickets; 
  int8_t line_order[64]; 
  int8_t route_a[128]; 
  int8_t route_b[128]; 
  int8_t route_colour[128]; 
  int8_t route_cost[128]; 
  int8_t route_pieces[128]; 
  int8_t route_kind[128]; 
  int8_t route_ferry[128]; 
  int8_t route_tunnel[128]; 
  int8_t strand_limit[7][128]; 
  int8_t place_at[256]; 
  int8_t ticket_a[64]; 
  int8_t ticket_b[64]; 
  int8_t festivals; 
  int8_t festival_cards[20]; 
  int8_t place_festival[64]; 
  int8_t cards[9]; 
  int8_t hand; 
  int8_t team_size; 
  int8_t pieces[2]; 
  int8_t stations; 
  int8_t station_value; 
  int8_t start_count; 
  int8_t start_long; 
  int8_t start_keep; 
  int8_t start_rejected; 
  int8_t draw_count; 
  int8_t draw_keep; 
  int8_t draft_count; 
  int8_t draft_keep; 
  int8_t draft_at[7][2]; 
  int8_t last_round_at; 
  int8_t longest_bonus; 
  int8_t most_tickets_bonus; 
  int8_t ties[4]; 
  int8_t spare[1];
} semafor_facts;
_Static_assert(sizeof(semafor_facts) == 7832, "layout");

typedef struct {
  int16_t count; 
  int16_t rows[320][8]; 
  int8_t spare[6];
} semafor_log;
_Static_assert(sizeof(semafor_log) == 5128, "layout");

typedef struct {
  uint64_t completed[6]; 
  uint64_t line[6][2]; 
  int16_t routes[6]; 
  int16_t tickets[6]; 
  int16_t stations[6]; 
  int16_t borrowed[6][3]; 
  int16_t longest[6]; 
  int16_t longest_bonus[6]; 
  int16_t most_tickets_bonus[6]; 
  int16_t festivals[6]; 
  int16_t total[6]; 
  int8_t sides; 
  int8_t completed_count[6]; 
  int8_t rank[6]; 
  int8_t tie_break; 
  int8_t spare[6];
} semafor_result;
_Static_assert(sizeof(semafor_result) == 296, "layout");

typedef struct {
  int64_t edges; 
  int64_t end[128][2]; 
  int64_t length[128]; 
  int64_t route[128]; 
  uint64_t places; 
  uint64_t beside[64]; 
  int64_t routes_at[64]; 
  int64_t shortest[64]; 
  int64_t decided[64]; 
  int64_t slot[64]; 
  int64_t steps; 
  int64_t edge[128]; 
  int64_t slots[128][2]; 
  int64_t leaves[128][2]; 
  int64_t most[129]; 
  int64_t least; 
  int64_t settled[128]; 
  int64_t full; 
  int64_t patience; 
  int64_t looked; 
  int64_t number[2]; 
  uint64_t shapes[2][131072]; 
  int64_t taken[2][131072]; 
  uint64_t trail[2][131072][2]; 
  int64_t chain[4096]; 
  int64_t next[131072]; 
  int64_t best; 
  uint64_t line[2];
} semafor_work_graph;
_Static_assert(sizeof(semafor_work_graph) == 9483880, "layout");

typedef struct {
  int64_t stations; 
  int64_t place[6]; 
  int64_t seat[6]; 
  int64_t options[6]; 
  int64_t option[6][128]; 
  uint64_t star[6]; 
  uint64_t tickets; 
  int64_t label[7][64]; 
  int64_t chosen[6]; 
  int64_t best_points; 
  int64_t best_count; 
  uint64_t best_done; 
  int64_t best_chosen[6];
} semafor_work_plan;
_Static_assert(sizeof(semafor_work_plan) == 10056, "layout");

typedef struct {
  int16_t count; 
  int16_t rows[1][8]; 
  int8_t spare[6];
} semafor_work_log;
_Static_assert(sizeof(semafor_work_log) == 24, "layout");

typedef struct {
  semafor_state state; 
  semafor_result result; 
  semafor_work_graph graph; 
  semafor_work_plan plan; 
  uint64_t routes[2]; 
  uint64_t mask[7]; 
  uint64_t dice[1]; 
  semafor_work_log log;
} semafor_work;
_Static_assert(sizeof(semafor_work) == 9495416, "layout");

typedef struct {
  uint64_t mask[7]; 
  uint64_t routes[2]; 
  semafor_work_log log; 
  semafor_result result; 
  semafor_work_graph graph; 
  semafor_work_plan plan; 
  uint64_t sets[33]; 
  int8_t label[64];
} semafor_step_work;
_Static_assert(sizeof(semafor_step_work) == 9494656, "layout");

typedef struct {
  uint64_t counter; 
  uint64_t tickets[6]; 
  uint64_t completing[6]; 
  uint64_t completed[6]; 
  uint32_t key[4]; 
  int16_t turns; 
  int16_t deck_next; 
  int16_t deck_end; 
  int16_t deck_trains; 
  int16_t score[6]; 
  int8_t players; 
  int8_t first; 
  int8_t turn; 
  int8_t ask[6]; 
  int8_t over; 
  int8_t half; 
  int8_t last_turns; 
  int8_t last_round; 
  int8_t deck[168]; 
  int8_t discards[9]; 
  int8_t market[5]; 
  int8_t hand[6][9]; 
  int8_t seen[6][9]; 
  int8_t siding[6][8]; 
  int8_t siding_wilds[6][8]; 
  int8_t track[6][9]; 
  int8_t ticket_deck[64]; 
  int8_t ticket_next; 
  int8_t ticket_count; 
  int8_t offer[6][6]; 
  int8_t offered[6]; 
  int8_t choice[6]; 
  int8_t row_colour; 
  int8_t row_plain; 
  int8_t spare[3];
} semafor_card_state;
_Static_assert(sizeof(semafor_card_state) == 760, "layout");

typedef struct {
  uint64_t city_tickets[8]; 
  int16_t ticket_points[64]; 
  int16_t city_points[8]; 
  int8_t team_size; 
  int8_t tickets; 
  int8_t ticket_needs[64][8]; 
  int8_t big_cities; 
  int8_t cards[9]; 
  int8_t hand; 
  int8_t wild_dealt; 
  int8_t half_hand; 
  int8_t halves[7]; 
  int8_t start_count; 
  int8_t start_keep; 
  int8_t start_rejected; 
  int8_t draw_count; 
  int8_t draw_keep; 
  int8_t open_track; 
  int8_t wilds_leave_first; 
  int8_t open_completed; 
  int8_t ties[4]; 
  int8_t spare[6];
} semafor_card_facts;
_Static_assert(sizeof(semafor_card_facts) == 760, "layout");

typedef struct {
  uint64_t completed[6]; 
  uint64_t bonuses[6]; 
  int16_t won[6]; 
  int16_t missed[6]; 
  int16_t tickets[6]; 
  int16_t bonus[6]; 
  int16_t total[6]; 
  int8_t sides; 
  int8_t completed_count[6]; 
  int8_t city_count[6][8]; 
  int8_t bonus_count[6]; 
  int8_t rank[6]; 
  int8_t tie_break;
} semafor_card_result;
_Static_assert(sizeof(semafor_card_result) == 224, "layout");

typedef struct {
  semafor_card_state state; 
  semafor_card_result result; 
  uint64_t mask[7]; 
  uint64_t dice[1]; 
  semafor_work_log log;
} semafor_card_work;
_Static_assert(sizeof(semafor_card_work) == 1072, "layout");

typedef struct {
  uint64_t mask[7]; 
  uint64_t routes[2]; 
  semafor_work_log log; 
  semafor_card_result result; 
  uint64_t sets[14]; 
  int8_t label[64];
} semafor_card_step_work;
_Static_assert(sizeof(semafor_card_step_work) == 496, "layout");

typedef struct {
  uint64_t masks[4][7]; 
  int64_t path[4]; 
  semafor_log log;
} semafor_chain_desk;
_Static_assert(sizeof(semafor_chain_desk) == 5384, "layout");

typedef struct {
  uint64_t own[2]; 
  uint64_t open[2]; 
  uint64_t lent[2]; 
  uint64_t standing; 
  uint64_t sites; 
  uint64_t reached[128]; 
  int32_t dist[128][64]; 
  int16_t limit[2]; 
  int16_t width; 
  int16_t row; 
  int16_t via[128][64]; 
  int16_t before[128][64]; 
  int16_t pieces[2]; 
  int16_t route[64]; 
  int8_t left; 
  int8_t here; 
  int8_t lender[128][64]; 
  int8_t possible; 
  int8_t stations; 
  int8_t steps; 
  int8_t means[64]; 
  int8_t site[64]; 
  int8_t spare[7];
} semafor_needs_desk_remaining;
_Static_assert(sizeof(semafor_needs_desk_remaining) == 75096, "layout");

typedef struct {
  semafor_needs_desk_remaining remaining; 
  semafor_work_plan plan;
} semafor_needs_desk;
_Static_assert(sizeof(semafor_needs_desk) == 85152, "layout");

typedef struct {
  int16_t pieces; 
  int16_t route[64]; 
  int8_t ticket; 
  int8_t done; 
  int8_t possible; 
  int8_t steps; 
  int8_t means[64]; 
  int8_t site[64]; 
  int8_t spare[2];
} semafor_ticket_need;
_Static_assert(sizeof(semafor_ticket_need) == 264, "layout");

typedef struct {
  int32_t price[128]; 
  int32_t dist[64]; 
  int16_t via[64];
} semafor_ways;
_Static_assert(sizeof(semafor_ways) == 896, "layout");

typedef struct {
  semafor_ways ways; 
  uint64_t measured; 
  int32_t dist[64][64];
} semafor_paths;
_Static_assert(sizeof(semafor_paths) == 17288, "layout");

typedef struct {
  uint64_t own[2]; 
  uint64_t free[2]; 
  uint64_t held; 
  uint64_t offered; 
  int8_t known; 
  uint8_t marks[521]; 
  int8_t spare[6];
} semafor_map_cache;
_Static_assert(sizeof(semafor_map_cache) == 576, "layout");

typedef struct {
  uint64_t under; 
  uint64_t out; 
  uint64_t draft[6]; 
  float likely[6][64]; 
  int8_t seat; 
  int8_t hand[6]; 
  int8_t rack[6]; 
  int8_t tickets[6]; 
  int8_t rack_tickets[6]; 
  int8_t festivals[6]; 
  int8_t pile[6]; 
  int8_t completed[6]; 
  int8_t drawn; 
  int8_t turned; 
  int8_t spare[3];
} semafor_sampler_hidden;
_Static_assert(sizeof(semafor_sampler_hidden) == 1648, "layout");

typedef struct {
  int64_t tickets; 
  int64_t worth[64]; 
  int64_t have[9]; 
  int64_t prices[9]; 
  int64_t trial[9]; 
  int64_t idle[9]; 
  int64_t gains[64]; 
  int64_t order[64]; 
  int64_t hopes[65]; 
  int64_t left[65][9]; 
  uint64_t chosen[65]; 
  int64_t value[65]; 
  int64_t wanted[8]; 
  int8_t number[64]; 
  int8_t needs[64][8]; 
  int8_t tried[65]; 
  int8_t proven; 
  int8_t spare[6];
} semafor_sampler_completing;
_Static_assert(sizeof(semafor_sampler_completing) == 8784, "layout");

typedef struct {
  semafor_sampler_hidden hidden; 
  uint64_t dice[1]; 
  semafor_sampler_completing completing; 
  float chance[64]; 
  int8_t pool[168];
} semafor_sampler;
_Static_assert(sizeof(semafor_sampler) == 10864, "layout");

typedef struct {
  int32_t weight[128]; 
  float demand[128]; 
  int32_t apart[64]; 
  float knob[32];
} semafor_chart;
_Static_assert(sizeof(semafor_chart) == 1408, "layout");

typedef struct {
  uint64_t want[2]; 
  uint64_t built[2]; 
  uint64_t tickets; 
  uint64_t missed; 
  int8_t made; 
  int8_t spare[7];
} semafor_search_work_plans;
_Static_assert(sizeof(semafor_search_work_plans) == 56, "layout");

typedef struct {
  semafor_state states[3]; 
  semafor_sampler_hidden hidden; 
  semafor_search_work_plans plans[6]; 
  semafor_search_work_plans world_plans[6]; 
  semafor_ways ways; 
  int64_t label[64]; 
  uint64_t target[2]; 
  uint64_t ends; 
  uint64_t mask[7]; 
  uint64_t dice[1]; 
  int64_t chain[64]; 
  uint64_t offers[7]; 
  int64_t visits[64]; 
  double gain[64]; 
  double square[64]; 
  uint64_t routes[2]; 
  semafor_result result; 
  semafor_work_graph graph; 
  semafor_work_plan plan; 
  semafor_log log; 
  int32_t sizes[4]; 
  float chance[64]; 
  int16_t need[9]; 
  int16_t reserve[9]; 
  int16_t aim; 
  int16_t candidates; 
  int8_t pool[168]; 
  int8_t alive[64];
} semafor_search_work;
_Static_assert(sizeof(semafor_search_work) == 9509080, "layout");

typedef struct {
  semafor_card_state states[3]; 
  semafor_sampler_hidden hidden; 
  uint64_t best[6]; 
  semafor_sampler_completing completing; 
  uint64_t mask[7]; 
  uint64_t offers[7]; 
  uint64_t dice[1]; 
  int64_t chain[64]; 
  int64_t visits[64]; 
  double gain[64]; 
  double square[64]; 
  semafor_card_result result; 
  semafor_log log; 
  float knob[16]; 
  int32_t drew[6]; 
  int16_t lacking[9]; 
  int16_t wanted[9]; 
  int16_t candidates; 
  int8_t pool[168]; 
  int8_t alive[64]; 
  int8_t spare[2];
} semafor_card_search_work;
_Static_assert(sizeof(semafor_card_search_work) == 20640, "layout");

typedef struct {
  uint64_t held[6]; 
  uint64_t completed[6]; 
  int32_t number; 
  int32_t decisions; 
  int16_t turns; 
  int16_t lead_changes; 
  int16_t total[6]; 
  int16_t route_points[6]; 
  int16_t ticket_points[6]; 
  int16_t claimed[128]; 
  int16_t paid[9]; 
  int8_t first; 
  int8_t stuck; 
  int8_t rank[6]; 
  int8_t owner[128]; 
  int8_t spare[6];
} semafor_study_work_row;
_Static_assert(sizeof(semafor_study_work_row) == 560, "layout");

typedef struct {
  uint64_t mask[7]; 
  uint64_t routes[2]; 
  semafor_log log; 
  semafor_search_work_plans plans[6]; 
  semafor_ways ways; 
  uint64_t target[2]; 
  uint64_t ends; 
  semafor_study_work_row row; 
  int32_t sizes[4]; 
  int16_t need[9]; 
  int16_t reserve[9]; 
  int16_t aim; 
  int8_t label[64]; 
  int8_t leader; 
  int8_t spare[1];
} semafor_study_work;
_Static_assert(sizeof(semafor_study_work) == 7136, "layout");

typedef struct {
  double turn; 
  double card; 
  double any_card; 
  double held; 
  double piece; 
  double bonus; 
  double ferry; 
  double tunnel; 
  double station; 
  double time; 
  double pace; 
  double colour_pace; 
  double spread; 
  double claim_rate;
} semafor_scene_taste;
_Static_assert(sizeof(semafor_scene_taste) == 112, "layout");

typedef struct {
  int64_t count; 
  int64_t ticket[64];
} semafor_scene_asked;
_Static_assert(sizeof(semafor_scene_asked) == 520, "layout");

typedef struct {
  double price[128]; 
  double dist[64]; 
  int64_t via[64];
} semafor_scene_ways;
_Static_assert(sizeof(semafor_scene_ways) == 2048, "layout");

typedef struct {
  semafor_scene_taste taste; 
  int64_t cards[128]; 
  int64_t colour[128]; 
  int64_t ferry[128]; 
  int64_t tunnel[128]; 
  int64_t pieces[128]; 
  int64_t kind[128]; 
  double points[128]; 
  int64_t owner[128]; 
  int64_t seat; 
  int64_t players; 
  int64_t side[6]; 
  double borrowed; 
  double price[128]; 
  double risk[128]; 
  int64_t hand[9]; 
  int64_t stock[2]; 
  double turns; 
  semafor_scene_asked asked; 
  double gain[64]; 
  semafor_scene_ways ways; 
  semafor_scene_asked kept; 
  int64_t order[64]; 
  double direct[64]; 
  int64_t parent[64]; 
  int64_t dearest[128]; 
  double touched[64]; 
  double appeal[128]; 
  int64_t need[2]; 
  double lack[9]; 
  double left[9]; 
  uint8_t is_open[128]; 
  uint8_t inside[64]; 
  uint8_t doubtful[64]; 
  uint8_t trial[128]; 
  uint8_t other[128];
} semafor_scene;
_Static_assert(sizeof(semafor_scene) == 18888, "layout");

typedef struct {
  int32_t decisions; 
  int32_t turns; 
  uint32_t key[4]; 
  int16_t total[6]; 
  int16_t routes[6]; 
  int16_t ticket_points[6]; 
  int8_t first; 
  uint8_t rank[6]; 
  uint8_t tickets[6]; 
  uint8_t completed[6]; 
  uint8_t longest[6]; 
  uint8_t racked[6]; 
  uint8_t stuck; 
  int8_t spare[4];
} semafor_played;
_Static_assert(sizeof(semafor_played) == 96, "layout");

/* Set up a new game from the key in the state; a first seat of NOBODY is drawn (BASE-27, ASI-1). */
void board_deal(semafor_state *state, semafor_facts *facts, int64_t players, int64_t first, semafor_log *log);

/* Write the set of actions that the seat may decide on now; empty where it has nothing to decide. */
void board_legal(semafor_state *state, semafor_facts *facts, int64_t seat, uint64_t *mask, size_t mask_size);

/* Carry out a legal decision of a seat, and all that follows from it. */
void board_apply(semafor_state *state, semafor_facts *facts, int64_t seat, int64_t action, semafor_log *log);

/* BASE-26: count everything and rank the sides. */
void board_score(semafor_state *state, semafor_facts *facts, semafor_result *result, semafor_work *work);

/* List every chain of the seat, in ascending order of their actions; how many there are. */
int64_t board_legal_chains(semafor_state *tries, size_t tries_size, semafor_facts *facts, size_t facts_size, int64_t seat, semafor_chain_desk *desks, size_t desks_size, int64_t *chains, size_t chains_size);

/* Carry out a chain link by link; False, with the game spoilt, where a link is not legal. */
bool board_apply_chain(semafor_state *states, size_t states_size, semafor_facts *facts, size_t facts_size, int64_t seat, int64_t chain, semafor_chain_desk *desks, size_t desks_size);

/* Write for each of these tickets what it still takes the seat's side, each for itself. */
void board_ticket_needs(semafor_state *states, size_t states_size, semafor_facts *table, size_t table_size, int64_t seat, semafor_needs_desk *desks, size_t desks_size, semafor_ticket_need *needs, size_t needs_size);

/* Set up a new game from the key in the state; a first seat of NOBODY is drawn (BASE-27). */
void cards_deal(semafor_card_state *state, semafor_card_facts *facts, int64_t players, int64_t first, semafor_log *log);

/* Write the set of actions that the seat may decide on now; empty where it has nothing to decide. */
void cards_legal(semafor_card_state *state, semafor_card_facts *facts, int64_t seat, uint64_t *mask, size_t mask_size);

/* Whether the seat may decide so now; writes all that it may decide. */
bool cards_is_legal(semafor_card_state *state, semafor_card_facts *facts, int64_t seat, int64_t action, uint64_t *mask, size_t mask_size);

/* Carry out a legal decision of a seat, and all that follows from it. */
void cards_apply(semafor_card_state *state, semafor_card_facts *facts, int64_t seat, int64_t action, semafor_log *log);

/* CRD-18..20: count everything and rank the seats. */
void cards_score(semafor_card_state *state, semafor_card_facts *facts, semafor_card_result *result, semafor_card_work *work);

/* An empty table: no cards dealt, every route open, all pieces in front of their players. */
void board_clear(semafor_state *state, semafor_facts *facts, int64_t players);

/* Write the owners of routes, and which routes are still open to each seat (BASE-14). */
void board_lay_out_routes(semafor_state *states, size_t states_size, semafor_facts *table, size_t table_size, int64_t *routes, size_t routes_size, int64_t *owners, size_t owners_size);

/* BASE-12, BASE-13: the pieces go on the board and the points are scored at once. */
void board_own_route(semafor_state *state, semafor_facts *facts, int64_t seat, int64_t route);

/* BER-9, ASI-17: pieces left to a side, of both kinds and both partners together. */
int64_t board_pieces_of_side(semafor_state *state, semafor_facts *facts, int64_t side);

/* ASI-7: cards of a kind that the seat can pay with, from hand and rack. */
int64_t board_cards_of(semafor_state *state, semafor_facts *facts, int64_t seat, int64_t card);

/* BASE-8: whether a card can come off the deck, which is renewed at once where that is possible. */
bool board_can_draw(semafor_state *state);

/* Wild cards lying face up. */
int64_t board_market_wilds(semafor_state *state);

/* BASE-3, ruling: whether deck, discards and market hold enough plain cards for a new market. */
bool board_can_show_fewer_wilds(semafor_state *state);

/* Put cards[start:stop] into an order that is equally likely as any other. */
void board_shuffle(semafor_state *state, int8_t *cards, size_t cards_size, int64_t start, int64_t stop);

/* BASE-21: give every place the number of its component in a set of routes. */
void board_components(semafor_facts *facts, uint64_t *routes, size_t routes_size, int8_t *label, size_t label_size);

/* The price of the cheapest way, which `via` leads back along from the goal; FAR where there is none. */
int64_t board_find_way(semafor_facts *facts, semafor_ways *ways, int64_t start, int64_t goal);

/* The end of a route that is not this one. */
int64_t board_other_end(semafor_facts *facts, int64_t route, int64_t place);

/* An empty table. */
void cards_clear(semafor_card_state *state, int64_t players);

/* Put cards[start:stop] into an order that is equally likely as any other. */
void cards_shuffle(semafor_card_state *state, int8_t *cards, size_t cards_size, int64_t start, int64_t stop);

/* Cards in the deck, festival and draft cards included. */
int64_t cards_deck_size(semafor_card_state *state);

/* CRD-8, CRD-10: how many cards a new row must have at least. */
int64_t cards_needed(semafor_card_state *state, int64_t seat, int64_t colour);

/* CRD-10: cards in a row, wilds included. */
int64_t cards_row_size(semafor_card_state *state, int64_t seat, int64_t colour);

/* CRD-14: cards of a colour that the seat's on-track pile lacks for these tickets. */
int64_t cards_lacking(semafor_card_state *state, semafor_card_facts *facts, int64_t seat, uint64_t tickets, int64_t colour);

/* Return how many cards of a kind the viewer knows the place of. */
int64_t cards_visible(semafor_card_state *state, int64_t card);

/* CRD-14: what the seat does best to complete, the tickets it chose so far included. */
uint64_t cards_completion(semafor_card_state *state, semafor_card_facts *facts, int64_t seat, semafor_sampler_completing *choice);

/* By seat: the points of a side less those of the best other, where `team` seats are a side. */
double margin_of(float *points, size_t points_size, int64_t seat, int64_t team);

/* Write all that the seat may know. */
void board_observe(semafor_state *states, size_t states_size, semafor_facts *facts, size_t facts_size, int64_t seat, uint8_t *out, size_t out_size, semafor_step_work *works, size_t works_size);

/* Write what the seat may decide: nothing where it is not asked. */
void board_mask(semafor_state *states, size_t states_size, semafor_facts *facts, size_t facts_size, int64_t seat, int8_t *out, size_t out_size, semafor_step_work *works, size_t works_size);

/* Carry out a legal decision. */
void board_step(semafor_state *states, size_t states_size, semafor_facts *facts, size_t facts_size, int64_t seat, int64_t action, semafor_step_work *works, size_t works_size);

/* The seat that must decide next, or NOBODY. */
int64_t board_asked(semafor_state *states, size_t states_size);

/* Write the rewards of all seats, as if the game ended now. */
void board_rewards(semafor_state *states, size_t states_size, semafor_facts *facts, size_t facts_size, int64_t kind, double *out, size_t out_size, semafor_step_work *works, size_t works_size);

/* Write the row of one game, given as arrays of one record; called from Python. */
void board_row(semafor_facts *space_facts, size_t space_facts_size, int32_t *space_prices, size_t space_prices_size, int64_t *space_runs, size_t space_runs_size_0, size_t space_runs_size_1, semafor_step_work *space_works, size_t space_works_size, semafor_paths *space_paths, size_t space_paths_size, uint8_t *space_observation, size_t space_observation_size, int8_t *space_mask, size_t space_mask_size, semafor_state *states, size_t states_size, int64_t seat, semafor_map_cache *caches, size_t caches_size, uint8_t *row, size_t row_size);

/* Write the rows of the seats that decide in these games, one per slot. */
void board_look(semafor_state *sight_states, size_t sight_states_size, semafor_facts *sight_space_facts, size_t sight_space_facts_size, int32_t *sight_space_prices, size_t sight_space_prices_size, int64_t *sight_space_runs, size_t sight_space_runs_size_0, size_t sight_space_runs_size_1, semafor_step_work *sight_space_works, size_t sight_space_works_size, semafor_paths *sight_space_paths, size_t sight_space_paths_size, uint8_t *sight_space_observation, size_t sight_space_observation_size, int8_t *sight_space_mask, size_t sight_space_mask_size, semafor_map_cache *sight_caches, size_t sight_caches_size_0, size_t sight_caches_size_1, int64_t *sight_seats, size_t sight_seats_size, uint8_t *sight_rows, size_t sight_rows_size_0, size_t sight_rows_size_1, int64_t *slots, size_t slots_size, uint8_t *rows, size_t rows_size_0, size_t rows_size_1);

/* Apply an action in each of these games, or in a copy of world `starts` if that is not negative. */
void board_go_on(semafor_state *sight_states, size_t sight_states_size, semafor_facts *sight_space_facts, size_t sight_space_facts_size, int32_t *sight_space_prices, size_t sight_space_prices_size, int64_t *sight_space_runs, size_t sight_space_runs_size_0, size_t sight_space_runs_size_1, semafor_step_work *sight_space_works, size_t sight_space_works_size, semafor_paths *sight_space_paths, size_t sight_space_paths_size, uint8_t *sight_space_observation, size_t sight_space_observation_size, int8_t *sight_space_mask, size_t sight_space_mask_size, semafor_map_cache *sight_caches, size_t sight_caches_size_0, size_t sight_caches_size_1, int64_t *sight_seats, size_t sight_seats_size, uint8_t *sight_rows, size_t sight_rows_size_0, size_t sight_rows_size_1, int64_t *slots, size_t slots_size, int64_t *actions, size_t actions_size, semafor_state *worlds, size_t worlds_size, int64_t *starts, size_t starts_size);

/* Write by how many points the seat's side leads in each of these games. */
void board_margins(semafor_state *sight_states, size_t sight_states_size, semafor_facts *sight_space_facts, size_t sight_space_facts_size, int32_t *sight_space_prices, size_t sight_space_prices_size, int64_t *sight_space_runs, size_t sight_space_runs_size_0, size_t sight_space_runs_size_1, semafor_step_work *sight_space_works, size_t sight_space_works_size, semafor_paths *sight_space_paths, size_t sight_space_paths_size, uint8_t *sight_space_observation, size_t sight_space_observation_size, int8_t *sight_space_mask, size_t sight_space_mask_size, semafor_map_cache *sight_caches, size_t sight_caches_size_0, size_t sight_caches_size_1, int64_t *sight_seats, size_t sight_seats_size, uint8_t *sight_rows, size_t sight_rows_size_0, size_t sight_rows_size_1, int64_t *slots, size_t slots_size, int64_t seat, int64_t knower, double win, double *margins, size_t margins_size);

/* Write the points of every seat of many games, all tickets counted. */
void board_points(semafor_state *states, size_t states_size, semafor_facts *facts, size_t facts_size, semafor_step_work *works, size_t works_size, float *points, size_t points_size_0, size_t points_size_1);

/* Write all that the seat may know. */
void cards_observe(semafor_card_state *states, size_t states_size, semafor_card_facts *facts, size_t facts_size, int64_t seat, uint8_t *out, size_t out_size, semafor_card_step_work *works, size_t works_size);

/* Write what the seat may decide: nothing where it is not asked. */
void cards_mask(semafor_card_state *states, size_t states_size, semafor_card_facts *facts, size_t facts_size, int64_t seat, int8_t *out, size_t out_size, semafor_card_step_work *works, size_t works_size);

/* Carry out a legal decision. */
void cards_step(semafor_card_state *states, size_t states_size, semafor_card_facts *facts, size_t facts_size, int64_t seat, int64_t action, semafor_card_step_work *works, size_t works_size);

/* The seat that must decide next, or NOBODY. */
int64_t cards_asked(semafor_card_state *states, size_t states_size);

/* Write the rewards of all seats, as if the game ended now. */
void cards_rewards(semafor_card_state *states, size_t states_size, semafor_card_facts *facts, size_t facts_size, int64_t kind, double *out, size_t out_size, semafor_card_step_work *works, size_t works_size);

/* Write the row of one game, given as arrays of one record; called from Python. */
void cards_row(semafor_card_facts *space_facts, size_t space_facts_size, int32_t *space_prices, size_t space_prices_size, int64_t *space_runs, size_t space_runs_size_0, size_t space_runs_size_1, semafor_card_step_work *space_works, size_t space_works_size, semafor_paths *space_paths, size_t space_paths_size, uint8_t *space_observation, size_t space_observation_size, int8_t *space_mask, size_t space_mask_size, semafor_card_state *states, size_t states_size, int64_t seat, semafor_map_cache *caches, size_t caches_size, uint8_t *row, size_t row_size);

/* Write the rows of the seats that decide in these games, one per slot. */
void cards_look(semafor_card_state *sight_states, size_t sight_states_size, semafor_card_facts *sight_space_facts, size_t sight_space_facts_size, int32_t *sight_space_prices, size_t sight_space_prices_size, int64_t *sight_space_runs, size_t sight_space_runs_size_0, size_t sight_space_runs_size_1, semafor_card_step_work *sight_space_works, size_t sight_space_works_size, semafor_paths *sight_space_paths, size_t sight_space_paths_size, uint8_t *sight_space_observation, size_t sight_space_observation_size, int8_t *sight_space_mask, size_t sight_space_mask_size, semafor_map_cache *sight_caches, size_t sight_caches_size_0, size_t sight_caches_size_1, int64_t *sight_seats, size_t sight_seats_size, uint8_t *sight_rows, size_t sight_rows_size_0, size_t sight_rows_size_1, int64_t *slots, size_t slots_size, uint8_t *rows, size_t rows_size_0, size_t rows_size_1);

/* Apply an action in each of these games, or in a copy of world `starts` if that is not negative. */
void cards_go_on(semafor_card_state *sight_states, size_t sight_states_size, semafor_card_facts *sight_space_facts, size_t sight_space_facts_size, int32_t *sight_space_prices, size_t sight_space_prices_size, int64_t *sight_space_runs, size_t sight_space_runs_size_0, size_t sight_space_runs_size_1, semafor_card_step_work *sight_space_works, size_t sight_space_works_size, semafor_paths *sight_space_paths, size_t sight_space_paths_size, uint8_t *sight_space_observation, size_t sight_space_observation_size, int8_t *sight_space_mask, size_t sight_space_mask_size, semafor_map_cache *sight_caches, size_t sight_caches_size_0, size_t sight_caches_size_1, int64_t *sight_seats, size_t sight_seats_size, uint8_t *sight_rows, size_t sight_rows_size_0, size_t sight_rows_size_1, int64_t *slots, size_t slots_size, int64_t *actions, size_t actions_size, semafor_card_state *worlds, size_t worlds_size, int64_t *starts, size_t starts_size);

/* Write by how many points the seat's side leads in each of these games. */
void cards_margins(semafor_card_state *sight_states, size_t sight_states_size, semafor_card_facts *sight_space_facts, size_t sight_space_facts_size, int32_t *sight_space_prices, size_t sight_space_prices_size, int64_t *sight_space_runs, size_t sight_space_runs_size_0, size_t sight_space_runs_size_1, semafor_card_step_work *sight_space_works, size_t sight_space_works_size, semafor_paths *sight_space_paths, size_t sight_space_paths_size, uint8_t *sight_space_observation, size_t sight_space_observation_size, int8_t *sight_space_mask, size_t sight_space_mask_size, semafor_map_cache *sight_caches, size_t sight_caches_size_0, size_t sight_caches_size_1, int64_t *sight_seats, size_t sight_seats_size, uint8_t *sight_rows, size_t sight_rows_size_0, size_t sight_rows_size_1, int64_t *slots, size_t slots_size, int64_t seat, int64_t knower, double win, double *margins, size_t margins_size);

/* Write the points of every seat of many games, all tickets counted. */
void cards_points(semafor_card_state *states, size_t states_size, semafor_card_facts *facts, size_t facts_size, semafor_card_step_work *works, size_t works_size, float *points, size_t points_size_0, size_t points_size_1);

/* Fill the hidden parts of a copy of the known state; the sampler has their sizes. */
void board_sample_world(semafor_state *state, semafor_facts *facts, semafor_sampler *sampler);

/* Fill the hidden parts of a copy of the known state; the sampler has their sizes. */
void cards_sample_world(semafor_card_state *state, semafor_card_facts *facts, semafor_sampler *sampler);

/* Count the tickets whose cheapest path on the empty board uses each route. */
void board_demand(semafor_chart *chart, semafor_facts *facts, semafor_search_work *work);

/* Fill `worlds` with worlds that the seat cannot rule out. */
void board_worlds(semafor_search_work *works, size_t works_size, semafor_facts *facts, size_t facts_size, semafor_chart *settings, size_t settings_size, int64_t seed, semafor_state *worlds, size_t worlds_size);

/* Play the remaining candidates out in worlds `numbers[2]` to `numbers[3]` - 1; list them before world 0. */
void board_search(semafor_search_work *works, size_t works_size, semafor_facts *facts, size_t facts_size, semafor_chart *settings, size_t settings_size, int64_t *numbers, size_t numbers_size);

/* Fill `worlds` with worlds that the seat cannot rule out. */
void cards_worlds(semafor_card_search_work *works, size_t works_size, semafor_card_facts *facts, size_t facts_size, float *settings, size_t settings_size_0, size_t settings_size_1, int64_t seed, semafor_card_state *worlds, size_t worlds_size);

/* Play the remaining candidates out in worlds `numbers[2]` to `numbers[3]` - 1; list them before world 0. */
void cards_search(semafor_card_search_work *works, size_t works_size, semafor_card_facts *facts, size_t facts_size, float *settings, size_t settings_size_0, size_t settings_size_1, int64_t *numbers, size_t numbers_size);

/* The exponential, with a relative error below 1e-15; nothing below -700, and no more above 700. */
double exp(double x);

/* The logarithm of a number from 1e-300 to 1e300; its error is below 1e-15 times its size or 1. */
double log(double x);

/* Replace numbers in a row by their exponentials. */
void write_exp(double *values, size_t values_size);

/* Add each row of a table, times its value, to `out`; zeros are skipped. */
void add_rows(float *values, size_t values_size, int8_t *table, size_t table_size_0, size_t table_size_1, float *out, size_t out_size);

/* Write the prices: own routes are free, open ones have theirs, others' one for borrowing them. */
void planner_price_routes(semafor_scene *scene, semafor_facts *facts);

/* Write the risk of each route: opponents like points and grow their networks. */
void planner_risk_routes(semafor_scene *scene, semafor_facts *facts);

/* Write the cards of each kind that a hand lacks for the chosen routes, and what is left of it. */
void planner_find_lack(semafor_scene *scene, semafor_facts *facts, uint8_t *chosen, size_t chosen_size, int64_t *hand, size_t hand_size);

/* Turns to draw the cards for the chosen routes and to claim them. */
double planner_turns_needed(semafor_scene *scene, semafor_facts *facts, uint8_t *chosen, size_t chosen_size, int64_t *hand, size_t hand_size);

/* Write for each of the tickets asked about whether owned and chosen routes join it. */
void planner_mark_joined(semafor_scene *scene, semafor_facts *facts, uint8_t *chosen, size_t chosen_size);

/* Points to be expected of joining the pairs; the plan is written to `chosen`. */
double planner_value_of(semafor_scene *scene, semafor_facts *facts, semafor_scene_asked *tickets, uint8_t *chosen, size_t chosen_size);

/* Leave out, one by one, the tickets without which the rest promises most. */
double planner_choose_tickets(semafor_scene *scene, semafor_facts *facts);

/* Write for each ticket on its own what it would add to a plan, as one that must be kept. */
void planner_find_gains(semafor_scene *scene, semafor_facts *facts, uint8_t *plan, size_t plan_size);

/* Play games `numbers[0]` to `numbers[1]` of a series, with `numbers[2]` players, from deal to score. */
void board_play_random(semafor_work *work, semafor_facts *facts, uint32_t *key, size_t key_size, int64_t *numbers, size_t numbers_size, semafor_played *played, size_t played_size);

/* Play games `numbers[0]` to `numbers[1]` of a series, with `numbers[2]` players, from deal to score. */
void cards_play_random(semafor_card_work *work, semafor_card_facts *facts, uint32_t *key, size_t key_size, int64_t *numbers, size_t numbers_size, semafor_played *played, size_t played_size);

/* Play games `numbers[0]` to `numbers[1]` of a series, from deal to score. */
void board_play_watched(semafor_study_work *room_policy_works, size_t room_policy_works_size, semafor_work *room_works, size_t room_works_size, semafor_facts *room_facts, size_t room_facts_size, semafor_chart *room_charts, size_t room_charts_size, int64_t *room_line_ups, size_t room_line_ups_size_0, size_t room_line_ups_size_1, uint32_t *room_key, size_t room_key_size, int64_t *room_numbers, size_t room_numbers_size, semafor_study_work_row *room_rows, size_t room_rows_size);

/* Copy states within an array. */
void board_copy_states(semafor_state *states, size_t states_size, int64_t times);

/* Copy states within an array. */
void cards_copy_states(semafor_card_state *states, size_t states_size, int64_t times);

/* Score the finished game of the working space repeatedly. */
void board_score_again(semafor_work *work, semafor_facts *facts, int64_t times);

/* Score the finished game of the working space repeatedly. */
void cards_score_again(semafor_card_work *work, semafor_card_facts *facts, int64_t times);

#endif
