'use strict';

// The tests were written for mocha, whose `describe` and `it` are those of node:test.
Object.assign(global, require('node:test'));
