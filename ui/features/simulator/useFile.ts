import { useQuery } from '@tanstack/react-query'
import { fileQuery } from './api'
import { useObjectUrl } from './useObjectUrl'

/** An object URL of a file, once its bytes are loaded. */
export function useFile(url: string | undefined) {
  const { data: blob, isError } = useQuery({ ...fileQuery(url ?? ''), enabled: url !== undefined })
  return { url: useObjectUrl(blob), isError }
}
