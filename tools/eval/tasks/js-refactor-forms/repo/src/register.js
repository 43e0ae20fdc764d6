export function register({ name, mail }) {
  const errors = []
  if (typeof name !== 'string' || name.trim() === '') errors.push('name is missing')
  else if (name.trim().length > 40) errors.push('name is longer than 40 characters')
  if (typeof mail !== 'string' || mail.trim() === '') errors.push('mail is missing')
  else if (!mail.includes('@')) errors.push('mail has no @')
  return errors
}
