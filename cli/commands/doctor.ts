import { settingNames } from '../../src/platform/config'
import { type Common, dataDirOf, installationCommand, outputOf } from '../command'
import { exit } from '../exit'
import { print } from '../terminal'

const signs = { ok: 'ok     ', note: 'note   ', fixed: 'fixed  ', problem: 'PROBLEM' } as const

export const doctorCommand = () =>
  installationCommand(
    'doctor',
    'Examine settings, folder, disk and every database; exit code 4 when something is wrong',
  )
    .option(
      '--fix',
      'rebuild the login index; clear names of files that are none, and super rights outside of company 1',
    )
    .action(async (options: Common & { fix?: boolean }) => {
      const { examine, isHealthy } = await import('../../src/operator/doctor/doctor')
      const { silentLog } = await import('../../src/operator/installation')
      const { storedFiles } = await import('../../src/stored-files')
      const dataDir = dataDirOf(options)
      const settings = Object.fromEntries(settingNames.map((name) => [name, process.env[name]]))
      const findings = examine({ dataDir, settings, fix: options.fix === true, storedFiles, log: silentLog() })
      const lines = findings.flatMap(({ level, about, words, remedy }) => [
        `${signs[level]}  ${about}: ${words}`,
        ...(remedy ? [`         → ${remedy}`] : []),
      ])
      print(outputOf(options), { healthy: isHealthy(findings), findings }, lines)
      if (!isHealthy(findings)) process.exitCode = exit.problems
    })
