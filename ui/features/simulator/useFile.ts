import { useQuery } from '@tanstack/react-query'
import { fileQuery } from './api'
import { useObjectUrl } from './useObjectUrl'

/** A file's address for this page, once its bytes are here. */
export function useFile(url: string | undefined) {
  const { data: blob, isError } = useQuery({ ...fileQuery(url ?? ''), enabled: url !== undefined })
  return { url: useObjectUrl(blob), isError }
}
