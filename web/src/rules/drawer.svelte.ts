/** Whether the rules are open, at which rule, and for which families of rules. */
class RulesDrawer {
  open = $state(false);
  rule = $state<string | null>(null);
  families = $state.raw<string[]>([]);

  show(rule: string | null = null): void {
    this.rule = rule;
    this.open = true;
  }
}

export const rulesDrawer = new RulesDrawer();
