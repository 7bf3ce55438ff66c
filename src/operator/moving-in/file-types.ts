/** Types of files by their content, read in a process of its own. */
import { typeOf } from '../../platform/file-type'
import { createParsing } from '../../platform/parsing/parsing'
import { silentLog } from '../installation'

export function openFileTypes(program: readonly string[] | undefined) {
  const parsing = createParsing({ log: silentLog(), program })
  const parse = parsing.of('moving-in')
  return {
    typeOf: (path: string, name: string): Promise<string> => typeOf(parse, path, name),
    stop: (): Promise<void> => parsing.stop(),
  }
}
