/** The long lane (`./install.sh test --long`) has more kills, more broken files, more moments; the short one the same with fewer. */
export const isLong = process.env.BALCAO_TEST_LONG !== undefined

export const inSuite = (few: number, inTheLongForm: number): number => (isLong ? inTheLongForm : few)
