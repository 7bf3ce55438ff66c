import { Command } from 'commander'
import { version } from '../../src/version'
import { type Common, outputOf } from '../command'
import { print } from '../terminal'

export const versionCommand = () =>
  new Command('version')
    .description('Print the version')
    .option('--json', 'print JSON')
    .action((options: Common) => print(outputOf(options), { version }, [version]))
