/** `bun run survival`: more kills, more broken files, more moments. The suite does the same with fewer. */
const isLong = process.env.BALCAO_TEST_LONG !== undefined

export const inSuite = (few: number, inTheLongForm: number): number => (isLong ? inTheLongForm : few)
