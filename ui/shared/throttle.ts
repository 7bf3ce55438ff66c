/** Runs `then` this long after the first `ask()`; further calls meanwhile do not postpone it. */
export function throttleTrailing(then: () => void, after: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    ask() {
      timer ??= setTimeout(() => {
        timer = undefined
        then()
      }, after)
    },
    cancel() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
