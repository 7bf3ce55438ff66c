/** The simulator in a process of its own. */
import { runStandalone } from '../../../src/simulator/standalone'

await runStandalone(process.argv.slice(2))
