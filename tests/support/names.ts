/** Telephone numbers that stand for people. */
export const ana = '5521996124087'
