// Nest is ESM with require cycles behind it: loaded once, up front, it loads everywhere (docs/adding.md#a-dependency).
import 'reflect-metadata';
import '@nestjs/common';
import '@nestjs/core';
