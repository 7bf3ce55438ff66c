/** Files of theirs, stored in a company's `media/` by content. */
import { constants } from 'node:fs'
import { chmod, copyFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { MovedFile, MoveFiles } from '../../moving-in/mover'
import type { SourceFiles } from '../../moving-in/source'
import { adoptFile, findStoredFile, hashOf, sidePath } from '../../platform/files'

/** `typeOf` is asked where the name does not show the type. */
export type FileOptions = {
  readonly folder: string
  readonly isDryRun: boolean
  typeOf(path: string, name: string): Promise<string>
}

export function openMoveFiles(files: SourceFiles | null, { folder, isDryRun, typeOf }: FileOptions): MoveFiles {
  return {
    async take(path, name) {
      const size = files?.sizeOf(path) ?? null
      const found = size === null ? null : ((await files?.open(path)) ?? null)
      if (size === null || found === null) return null
      const shown = nameOf(name ?? null, path)
      const mimetype = typeByName(shown) ?? typeByName(path) ?? (await typeOf(found, shown))
      if (isDryRun) return { file: null, name: shown, mimetype, size }
      const { sha256, size: bytes } = await hashOf(found)
      if (!findStoredFile(folder, sha256)) {
        const side = sidePath(folder)
        await copyFile(found, side, constants.COPYFILE_FICLONE)
        await chmod(side, 0o600)
        await adoptFile(folder, side, sha256)
      }
      return { file: sha256, name: shown, mimetype, size: bytes }
    },
  }
}

/** Does not read a file a second time that was taken, for a company that is held meanwhile. */
export function remembering(files: MoveFiles, folder: string): MoveFiles {
  const known = new Map<string, MovedFile>()
  return {
    async take(path, name) {
      const key = `${path}\0${name ?? ''}`
      const found = known.get(key)
      if (found && findStoredFile(folder, found.file)) return found
      const taken = await files.take(path, name)
      if (taken) known.set(key, taken)
      return taken
    },
  }
}

const LONGEST_NAME = 255

/** Never empty, without folders and control signs. */
function nameOf(name: string | null, path: string): string {
  const plain = (text: string) =>
    basename(text.replaceAll(/\p{Cc}/gu, ' '))
      .trim()
      .slice(0, LONGEST_NAME)
      .toWellFormed()
  return (name && plain(name)) || plain(path) || 'arquivo'
}

/** Undefined if the ending says nothing. */
function typeByName(name: string): string | undefined {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]
  if (ending === undefined) return undefined
  const [type = ''] = Bun.file(`a.${ending.toLowerCase()}`).type.split(';')
  return type === '' || type === 'application/octet-stream' ? undefined : type
}
