/** The words for faults of board files, fetched when there are some. */
import faults from "./faults.json";
import { learnWords } from "./say";

learnWords(faults);
