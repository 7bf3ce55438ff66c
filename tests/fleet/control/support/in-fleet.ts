import { afterAll, beforeAll } from 'bun:test'

/** Has this file's tests run as a process of a fleet does, in which only the fleet moves frames into databases. */
export function inFleet(): void {
  const before = process.env.BALCAO_FLEET
  beforeAll(() => {
    process.env.BALCAO_FLEET = 'in a test'
  })
  afterAll(() => {
    if (before === undefined) delete process.env.BALCAO_FLEET
    else process.env.BALCAO_FLEET = before
  })
}
