/** `./install.sh test`: all tests of the short lane, or with `--long` those of the long one. Needs the dependencies and a browser. */
import { join, resolve } from 'node:path'
import { long, short } from './lanes'
import { report } from './report'
import { run } from './run'

const flags = process.argv.slice(2)
if (flags.some((flag) => flag !== '--long')) {
  console.error('usage: ./install.sh test [--long]')
  process.exit(2)
}
const root = resolve(import.meta.dir, '..', '..')
// Tests start the built executable, which users run, and which starts in a fifth of the time.
process.env.BALCAO_TEST_PROGRAM = join(root, 'dist', 'balcao')
const show = (text: string) => void process.stdout.write(text)
const outcome = await run(flags.includes('--long') ? long : short, { root, show })
console.log(report(outcome))
process.exit(outcome.failures.length === 0 ? 0 : 1)
