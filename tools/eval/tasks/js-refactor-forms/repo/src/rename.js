export function rename({ name }) {
  const errors = []
  if (typeof name !== 'string' || name.trim() === '') errors.push('name is missing')
  else if (name.trim().length > 40) errors.push('name is longer than 40 characters')
  return errors
}
