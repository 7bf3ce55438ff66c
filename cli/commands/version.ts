import { Command } from 'commander'
import { version } from '../../src/version'

export const versionCommand = () =>
  new Command('version')
    .description('Print the version')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) => console.log(json ? JSON.stringify({ version }) : version))
