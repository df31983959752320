/** The paragraphs of a rule's text, without Markdown. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.replace(/\s*\n\s*/g, " ").replace(/[*_`]/g, "").trim())
    .filter(Boolean);
}
