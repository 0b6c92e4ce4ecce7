// Nest is ESM with require cycles behind it: loaded once, up front, it loads everywhere (TOOLCHAIN.md).
import 'reflect-metadata';
import '@nestjs/common';
import '@nestjs/core';
