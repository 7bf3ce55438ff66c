import { Command } from 'commander'
import { type Common, dataDirOf, installationCommand, outputOf } from '../command'
import { print, table } from '../terminal'

export const migrateCommand = () =>
  new Command('migrate')
    .description('Database migrations; the server applies them automatically')
    .addCommand(statusCommand())
    .addCommand(applyCommand(), { hidden: true })

const statusCommand = () =>
  installationCommand('status', 'Show the schema version of each database').action(async (options: Common) => {
    const { listSchemaVersions } = await import('../../src/operator/migrations')
    const { requireInstallation } = await import('../../src/operator/installation')
    requireInstallation(dataDirOf(options))
    const versions = listSchemaVersions(dataDirOf(options))
    const rows = versions.map(({ database, step, of }) => [
      database,
      step === null ? 'unreadable' : `step ${step} of ${of}`,
      remarkOn(step, of),
    ])
    await print(outputOf(options), versions, table(rows))
  })

function remarkOn(step: number | null, of: number): string {
  if (step === null || step === of) return ''
  return step < of ? 'migrated at the next start' : 'written by a newer version'
}

/**
 * A child process of the server: reads one company uuid per line from stdin and prints an empty line after each
 * attempt.
 */
const applyCommand = () =>
  installationCommand('apply', 'Migrate the companies named on stdin')
    .requiredOption('--steps <versions>', 'the versions the server knows')
    .action(async (options: Common & { steps: string }) => {
      const { companySteps, migrateCompany } = await import('../../src/operator/migrations')
      // The process ends when the server closes stdin, between two files.
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
      // The executable on disk may have been replaced while the server runs.
      const isSameVersion = options.steps === companySteps
      for await (const uuid of console) {
        try {
          if (isSameVersion) migrateCompany(dataDirOf(options), uuid)
        } catch {
          // The server gets the same error when it opens the file, and handles it there.
        }
        process.stdout.write('\n')
      }
    })
