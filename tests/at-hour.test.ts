import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bareEnvironment } from './support/clock'

const at = (...words: string[]) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, join(import.meta.dir, 'at-hour.ts'), ...words])
  return { code: exitCode, out: stdout.toString().trim(), err: stderr.toString() }
}
/** It is Debian's, and not needed for the short lane. */
const canShift = existsSync('/usr/bin/faketime')

test.each([
  ['2028-02-29T00:35', '2028-02-29T03:35'],
  ['2027-12-31T23:58', '2028-01-01T02:58'],
  ['2027-12-31T23:58+05:00', '2027-12-31T18:58'],
  ['2027-12-31T23:58Z', '2027-12-31T23:58'],
])('the clock begins at %s, in São Paulo unless it says otherwise, or it is said what is missing', (when, inUtc) => {
  const { code, out, err } = at(when, 'date', '-u', '+%Y-%m-%dT%H:%M')
  if (canShift) expect({ code, out }).toEqual({ code: 0, out: inUtc })
  else expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('apt-get install faketime') })
})

test('a process with an environment of its own reads the same clock', () => {
  const script = `
    import { bareEnvironment } from '${join(import.meta.dir, 'support', 'clock')}'
    const year = (env) => Bun.spawnSync(['date', '+%Y'], { env }).stdout.toString().trim()
    console.log(year(bareEnvironment()), new Date().getFullYear())`
  const { out } = at('2031-05-05T12:00', process.execPath, '-e', script)
  if (canShift) expect(out).toBe('2031 2031')
  expect(bareEnvironment({ PATH: '/bin', MORE: '1' })).toMatchObject({ PATH: '/bin', MORE: '1' })
})

test.each([[[]], [['00:35']], [['2027-02-29T12:00', 'date']], [['25:00', 'date']], [['today', 'date']]])(
  '%j is told how it is used',
  (words) => {
    expect(at(...words)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('usage: bun run at') })
  },
)

test('what fails there fails here', () => {
  if (canShift) expect(at('00:35', 'sh', '-c', 'exit 7').code).toBe(7)
})
