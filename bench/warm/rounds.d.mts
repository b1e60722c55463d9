// What the tests use of `rounds.mjs`.
interface Round {
  readonly floor: number | null;
  readonly product: number | null;
}
export function inRounds<Started extends { readonly stop: () => Promise<void> }, Found>(
  start: () => Promise<Started>,
  count: number,
  measure: (started: Started) => Promise<Found>,
): Promise<readonly Found[]>;
export function middleRound(
  rounds: readonly Round[],
): Round & { readonly lowest: number | null; readonly highest: number | null };
