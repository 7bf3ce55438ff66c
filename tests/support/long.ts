/** The long lane (`./install.sh test --long`) runs the same tests with more kills, broken files and moments. */
export const isLong = process.env.BALCAO_TEST_LONG !== undefined

export const inSuite = (few: number, inTheLongForm: number): number => (isLong ? inTheLongForm : few)
