/** Entry point of the executable: the command line with the embedded screens. */
import { runCommandLine } from '../cli/index'
import apiPath from '../dist/openapi.json.gz' with { type: 'file' }
import screensPath from '../dist/screens.pack' with { type: 'file' }
import releaseKey from './build/release-key.pem' with { type: 'text' }

await runCommandLine(process.argv, {
  program: [process.execPath],
  releaseKey,
  screens: () => Bun.file(screensPath),
  describeApi: () => Bun.file(apiPath).bytes(),
})
