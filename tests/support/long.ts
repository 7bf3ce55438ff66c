/** The long lane (`./install.sh test --long`) runs the same tests with more kills, broken files and moments. */
export const isLong = process.env.BALCAO_TEST_LONG !== undefined

export const inSuite = (few: number, inTheLongForm: number): number => (isLong ? inTheLongForm : few)

/** In the short lane one of so many parts of the values, the next part for the next `nth`; in the long lane all. */
export const shareOf = <T>(values: readonly T[], nth: number, parts: number): readonly T[] =>
  isLong ? values : values.filter((_, at) => at % parts === nth % parts)
