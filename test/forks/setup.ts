// A file of setup is run again for each test file of a process; what it imports is not.
import './spawn.ts'
