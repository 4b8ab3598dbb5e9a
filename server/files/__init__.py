"""Game files for people: conversion between formats, and drawing."""
