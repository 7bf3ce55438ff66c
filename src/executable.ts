/** Entry point of the executable: the command line with the embedded screens. */
import { runCommandLine } from '../cli/index'
import apiPath from '../dist/openapi.json.gz' with { type: 'file' }
import screensPath from '../dist/screens.pack' with { type: 'file' }

await runCommandLine(process.argv, {
  program: [process.execPath],
  screens: () => Bun.file(screensPath),
  describeApi: () => Bun.file(apiPath).bytes(),
})
