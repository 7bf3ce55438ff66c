import { useState } from 'react'
import { fetchFile } from '../client'
import { toast } from '../kit/toast'
import { saveFile } from '../saveFile'

/** Fetches a spreadsheet and gives it to the browser's downloads. */
export function useSheet() {
  const [isFetching, setFetching] = useState(false)
  const fetchSheet = async (address: string, name: string) => {
    setFetching(true)
    try {
      saveFile(await fetchFile(address, name))
    } catch (error) {
      toast.failure(error)
    } finally {
      setFetching(false)
    }
  }
  return { isFetching, fetchSheet }
}
