/** The words for advice about boards, fetched with the workshop. */
import advice from "./advice.json";
import { learnWords } from "./say";

learnWords(advice);
