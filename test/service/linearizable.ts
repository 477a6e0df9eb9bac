// Whether what clients saw of one animal can be put in one order in which each operation takes effect between its call and
// its answer (Herlihy and Wing, "Linearizability", 1990), by trying the orders.

export type State = 'none' | 'available' | 'pending';

/** One operation at an animal. Times are places in the history; an operation without an answer may take effect at any later time, or never. */
export interface Operation {
  readonly what: string;
  readonly called: number;
  readonly answered: number;
  /** The state after it; undefined where it cannot take effect in that state, or would be answered otherwise. */
  readonly step: (state: State) => State | undefined;
  /** Nobody knows whether it took effect. */
  readonly isOpen: boolean;
}

/** `initial`: before the first operation. */
export function isLinearizable(operations: readonly Operation[], initial: State): boolean {
  const tried = new Set<string>();
  const search = (left: readonly Operation[], state: State): boolean => {
    if (left.every(({ isOpen }) => isOpen)) return true;
    const id = `${state} ${left.map(({ called }) => called).join(' ')}`;
    if (tried.has(id)) return false;
    tried.add(id);
    const firstAnswer = Math.min(...left.filter(({ isOpen }) => !isOpen).map(({ answered }) => answered));
    return left.some((operation) => {
      if (operation.called > firstAnswer) return false;
      const next = operation.step(state);
      return (
        next !== undefined &&
        search(
          left.filter((one) => one !== operation),
          next,
        )
      );
    });
  };
  return search(operations, initial);
}
