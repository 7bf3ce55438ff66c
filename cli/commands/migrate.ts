import { Command } from 'commander'
import { type Common, dataDirOf, installationCommand, outputOf } from '../command'
import { print, table } from '../terminal'

export const migrateCommand = () =>
  new Command('migrate')
    .description('Steps of the databases; the server climbs them by itself')
    .addCommand(statusCommand())
    .addCommand(climbCommand(), { hidden: true })

const statusCommand = () =>
  installationCommand('status', 'How far each database has climbed').action(async (options: Common) => {
    const { listLadders } = await import('../../src/operator/migrations')
    const { requireInstallation } = await import('../../src/operator/installation')
    requireInstallation(dataDirOf(options))
    const ladders = listLadders(dataDirOf(options))
    const rows = ladders.map(({ database, step, of }) => [
      database,
      step === null ? 'unreadable' : `step ${step} of ${of}`,
      step !== null && step < of ? 'climbs at the next start' : '',
    ])
    print(outputOf(options), ladders, table(rows))
  })

/** What the server starts beside itself: a company's name on a line of stdin, an empty line when its file was tried. */
const climbCommand = () =>
  installationCommand('climb', 'Bring the companies named on stdin up to date')
    .requiredOption('--steps <n>', 'how many steps the server knows')
    .action(async (options: Common & { steps: string }) => {
      const { openTenantFile, TENANT_STEPS } = await import('../../src/platform/databases')
      // They end with the server's last word to them, between two files.
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
      // While the server still runs, another version may have taken its place on the disk.
      const isSameVersion = Number(options.steps) === TENANT_STEPS
      for await (const uuid of console) {
        try {
          if (isSameVersion) openTenantFile(dataDirOf(options), uuid, { create: false }).$client.close()
        } catch {
          // The server will meet the same when it opens the file, and knows what to do.
        }
        process.stdout.write('\n')
      }
    })
