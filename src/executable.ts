/** Entry point of the executable: the command line with the embedded screens, of this program or of a newer one. */
import apiPath from '../dist/openapi.json.gz' with { type: 'file' }
import screensPath from '../dist/screens.pack' with { type: 'file' }
import releaseKey from './build/release-key.pem' with { type: 'text' }
import { handOver } from './operator/update/hand-over'

await handOver(process.argv.slice(2), process.env, releaseKey)

const { runCommandLine } = await import('../cli/index')
await runCommandLine(process.argv, {
  program: [process.execPath],
  isExecutable: true,
  releaseKey,
  screens: () => Bun.file(screensPath),
  describeApi: () => Bun.file(apiPath).bytes(),
})
