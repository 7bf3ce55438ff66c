/** For a region that scrolls: keys must reach it even without a control inside. */
export const scrolled = { tabIndex: 0 } as const
