/** Messages about faults of board files, loaded when needed. */
import faults from "./faults.json";
import { learnWords } from "./say";

learnWords(faults);
