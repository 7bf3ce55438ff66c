/** `--kills 500`: repeats tests/survival/kill.test.ts in rounds, each with its own seed, installation and simulator. */
import { runCleanups } from '../survival/support/cleanups'
import { KILLS, killAndAudit } from '../survival/support/killing'
import { repeatableRandom } from '../survival/support/random'
import { programToTest } from './program'

/** Returns true without findings. */
export async function runKills({ seed, kills }: { readonly seed: number; readonly kills: number }): Promise<boolean> {
  const rounds = Math.ceil(kills / KILLS)
  const program = programToTest()
  let [found, journal, twice] = [0, 0, 0]
  for (let round = 0; round < rounds; round++) {
    const killing = await killAndAudit(repeatableRandom(`round ${round + 1} of ${rounds}`, seed + round), { program })
    await runCleanups()
    console.log([killing.figures, ...killing.findings.map((finding) => `✗ ${finding}`)].join('\n'))
    if (killing.findings.length > 0) console.log(killing.stanzas)
    found += killing.findings.length
    journal += killing.journal
    twice += killing.twice
  }
  console.log(`${rounds * KILLS} kills; found in the journal ${journal}; sent again under their own id ${twice}`)
  return found === 0
}
