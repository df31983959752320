/** Messages of advice about boards. */
import advice from "./advice.json";
import { learnWords } from "./say";

learnWords(advice);
