/** How far to scroll so that a row is seen. Pure; all in pixels of the scrolling element. */

export interface RowInScroller {
  /** From the start of the scrolling element. */
  readonly rowTop: number;
  readonly rowHeight: number;
  readonly scrollTop: number;
  /** The part of the scroller that no bar covers. */
  readonly height: number;
  /** The part above that which a bar covers. */
  readonly above: number;
}

/** Where to scroll: as little as brings the row into sight. Null where it is in sight, and where nothing can be. */
export function revealedTop({ above, height, rowHeight, rowTop, scrollTop }: RowInScroller): number | null {
  if (height <= 0) return null;
  if (rowTop < scrollTop + above) return Math.max(0, rowTop - above);
  const below = rowTop + rowHeight - (scrollTop + above + height);
  return below > 0 ? scrollTop + below : null;
}
