/** The command line from the sources, without screens: `bun run cli/balcao.ts …`. The executable starts in src/executable.ts. */
import { runCommandLine } from './index'

await runCommandLine(process.argv, {
  program: [process.execPath, import.meta.path],
  releaseKey: '',
  describeApi: async () => (await import('../src/build/openapi')).packedApi(),
})
